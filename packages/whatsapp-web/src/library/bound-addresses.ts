import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'

/** Two for each person: of the number and of the LID. */
const held = 10_000
/** In ms: as long as the library holds them. */
const heldFor = 3 * 24 * 3_600_000

/**
 * The library holds the address of everybody a session has written to for three days. This holds the people of late only;
 * the others are in the store.
 */
export function boundAddresses({ lidMapping }: Pick<SignalRepositoryWithLIDStore, 'lidMapping'>): void {
  if (!(Reflect.get(lidMapping, 'mappingCache') instanceof LRUCache))
    throw new Error('the library holds addresses elsewhere')
  Reflect.set(lidMapping, 'mappingCache', new LRUCache<string, string>({ max: held, ttl: heldFor }))
}
