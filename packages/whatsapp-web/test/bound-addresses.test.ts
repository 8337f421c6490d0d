import {
  DEFAULT_CONNECTION_CONFIG,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
  initAuthCreds,
} from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { boundAddresses } from '../src/library/bound-addresses.ts'
import { textLogOf } from '../src/library/log.ts'

/** More than are held. */
const people = 6000
const numberOf = (nth: number) => `55119${String(61_000_000 + nth)}`
const lidOf = (nth: number) => String(1_000_000 + nth)

test('a session that has written to many people holds those of late, and finds the others in its store', async () => {
  const { keys, reads } = memoryStore()
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds: initAuthCreds(), keys },
    textLogOf(DEFAULT_CONNECTION_CONFIG.logger),
  )
  boundAddresses(repository)
  const { lidMapping } = repository
  await lidMapping.storeLIDPNMappings(
    Array.from({ length: people }, (_, nth) => ({
      pn: `${numberOf(nth)}@s.whatsapp.net`,
      lid: `${lidOf(nth)}@lid`,
    })),
  )
  reads.length = 0

  expect(await lidMapping.getLIDForPN(`${numberOf(people - 1)}@s.whatsapp.net`)).toBe(`${lidOf(people - 1)}@lid`)
  expect(reads).toEqual([])
  expect(await lidMapping.getLIDForPN(`${numberOf(0)}@s.whatsapp.net`)).toBe(`${lidOf(0)}@lid`)
  expect(reads).toEqual([numberOf(0)])
})

test('a library that holds addresses elsewhere is noticed', () => {
  const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
    { creds: initAuthCreds(), keys: memoryStore().keys },
    textLogOf(DEFAULT_CONNECTION_CONFIG.logger),
  )
  Reflect.deleteProperty(repository.lidMapping, 'mappingCache')

  expect(() => boundAddresses(repository)).toThrow('the library holds addresses elsewhere')
})

function memoryStore() {
  const stored = new Map<string, unknown>()
  const reads: string[] = []
  const keys: SignalKeyStoreWithTransaction = {
    isInTransaction: () => false,
    transaction: (work) => work(),
    get: async <T extends keyof SignalDataTypeMap>(kind: T, ids: string[]) => {
      reads.push(...ids)
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const value = stored.get(`${kind} ${id}`)
        if (value !== undefined) Object.assign(found, { [id]: value })
      }
      return found
    },
    set: async (data: SignalDataSet) => {
      for (const [kind, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {})) stored.set(`${kind} ${id}`, value)
    },
  }
  return { keys, reads }
}
