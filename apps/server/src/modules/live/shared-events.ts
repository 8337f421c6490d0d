import { LRUCache } from 'lru-cache'
import type { NumberedFact } from '#platform/facts'
import { createFairSemaphore } from '#platform/work/fair-semaphore'
import type { Emission, Publisher } from '#platform/live/publisher'

/** Presents facts for many browsers that come back at the same time, most of which have missed the same facts. */
export interface SharedEvents {
  /** Throws ERR_BUSY (503) when too many wait. */
  of(companyId: number, facts: NumberedFact[]): Promise<Emission[]>
}

/** Facts per piece. Browsers that missed the same facts of a piece share its events. */
const perPiece = 100
/** In ms: as long as rights may be cached. A change after that is a later fact. */
const freshFor = 1000
/** Pieces that are presented at a time; a thousand facts cost the database more than most calls. */
const atOnce = { slots: 4, maxPerKey: 2, share: 1, maxWaiting: 500, timeout: 10_000 }

export function createSharedEvents(publisher: Pick<Publisher, 'eventsOf'>): SharedEvents {
  const semaphore = createFairSemaphore(atOnce)
  const running = new Map<string, Promise<Emission[]>>()
  const fresh = new LRUCache<string, Emission[]>({ max: 100, ttl: freshFor })
  return { of }

  async function of(companyId: number, facts: NumberedFact[]) {
    const emissions: Emission[] = []
    const pieces = Map.groupBy(facts, ({ number }) => Math.floor(number / perPiece))
    for (const piece of pieces.values()) emissions.push(...(await shared(companyId, piece)))
    return emissions
  }

  async function shared(companyId: number, piece: NumberedFact[]): Promise<Emission[]> {
    const key = `${companyId}:${piece.map(({ number }) => number).join()}`
    const known = fresh.get(key) ?? running.get(key)
    if (known) return known
    const events = semaphore.run(companyId, () => publisher.eventsOf(companyId, piece))
    running.set(key, events)
    try {
      const since = performance.now()
      const emissions = await events
      fresh.set(key, emissions, { start: since })
      return emissions
    } finally {
      running.delete(key)
    }
  }
}
