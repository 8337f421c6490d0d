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
  /** Publishing these facts has failed. */
  failed(companyId: number, numbers: readonly number[]): void
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
  failed: Set<number>
  /** The newest fact at the previous check. Newer facts may still be in transit. */
  seen: number
}

export function createPublishedFacts(): PublishedFacts {
  const companies = new Map<number, CompanyState>()
  return { follow, followed: () => [...companies.keys()], begin, note, failed, missing }

  function follow(companyId: number) {
    const state = companies.get(companyId) ?? {
      followers: 0,
      upTo: undefined,
      published: new Set(),
      failed: new Set(),
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
    for (const number of numbers) {
      state?.published.add(number)
      state?.failed.delete(number)
    }
  }

  function failed(companyId: number, numbers: readonly number[]) {
    for (const number of numbers) companies.get(companyId)?.failed.add(number)
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
    return [...state.failed, ...gaps]
  }
}
