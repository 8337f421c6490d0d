/**
 * Records, per company, which facts the sockets of this process have received. A fact that another process has
 * committed but never published (it was killed, or Redis was unreachable) shows as a gap in the numbers.
 */
export interface PublishedFacts {
  /** Call it for each socket of the company; call the returned function when it leaves. */
  follow(companyId: number): () => void
  followed(): number[]
  /** Sockets that connect now know everything up to this fact. */
  begin(companyId: number, number: number): void
  note(companyId: number, numbers: readonly number[]): void
  /**
   * These facts were not published because the first of them could not be. They are missing until they are noted. Returns
   * the first one when it has failed too often: it is given up, so that it does not hold the others back for ever.
   */
  failed(companyId: number, numbers: readonly number[]): number | undefined
  /**
   * `last`: the number of the newest fact. Returns those that existed at the previous check already and have still not
   * been published.
   */
  missing(companyId: number, last: number): number[]
}

interface CompanyState {
  followers: number
  /** All facts up to this number were published. */
  upTo: number | undefined
  /** Facts after `upTo` that were published. */
  published: Set<number>
  /** How often publishing each of them has failed. */
  failed: Map<number, number>
  /** The newest fact at the previous check. Newer facts may still be in transit. */
  seen: number
}

/** For a minute, at one check every three seconds. */
export const mostTries = 20

export function createPublishedFacts(): PublishedFacts {
  const companies = new Map<number, CompanyState>()
  return { follow, followed: () => [...companies.keys()], begin, note, failed, missing }

  function follow(companyId: number) {
    const state = companies.get(companyId) ?? {
      followers: 0,
      upTo: undefined,
      published: new Set(),
      failed: new Map(),
      seen: 0,
    }
    state.followers += 1
    companies.set(companyId, state)
    return () => {
      state.followers -= 1
      if (state.followers === 0) companies.delete(companyId)
    }
  }

  function begin(companyId: number, number: number) {
    const state = companies.get(companyId)
    if (state) state.upTo ??= number
  }

  function note(companyId: number, numbers: readonly number[]) {
    const state = companies.get(companyId)
    if (!state) return
    for (const number of numbers) {
      if (number > (state.upTo ?? 0)) state.published.add(number)
      state.failed.delete(number)
    }
  }

  function failed(companyId: number, numbers: readonly number[]) {
    const state = companies.get(companyId)
    const [first] = numbers
    if (!state || first === undefined) return undefined
    for (const number of numbers) {
      const tries = state.failed.get(number) ?? 0
      note(companyId, [number])
      state.failed.set(number, number === first ? tries + 1 : tries)
    }
    if ((state.failed.get(first) ?? 0) < mostTries) return undefined
    state.failed.delete(first)
    return first
  }

  function missing(companyId: number, last: number): number[] {
    const state = companies.get(companyId)
    if (!state) return []
    let upTo = (state.upTo ??= last)
    while (state.published.delete(upTo + 1)) upTo += 1
    const gaps: number[] = []
    for (let number = upTo + 1; number <= state.seen; number += 1) if (!state.published.has(number)) gaps.push(number)
    state.upTo = upTo
    state.seen = last
    return [...state.failed.keys(), ...gaps]
  }
}
