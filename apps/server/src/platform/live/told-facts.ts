/**
 * Which facts the sockets of this process have been told of, by company. One that another process has committed and never
 * told, because it was killed or Redis is away, shows as a gap in the numbers.
 */
export interface ToldFacts {
  /** For as long as somebody of the company listens at this process; gives back what ends it. */
  follow(companyId: number): () => void
  followed(): number[]
  /** Whoever listens knows everything up to this fact. */
  begin(companyId: number, number: number): void
  note(companyId: number, numbers: readonly number[]): void
  /** They were to be told, and it went wrong. */
  failed(companyId: number, numbers: readonly number[]): void
  /** `last`: the newest fact there is. Those that were there at the last look already, and have not been told since. */
  missing(companyId: number, last: number): number[]
}

interface Book {
  followers: number
  /** All are told up to this one. */
  upTo: number | undefined
  /** Some after it as well. */
  told: Set<number>
  failed: Set<number>
  /** The newest at the last look: what is younger may be on its way. */
  seen: number
}

export function createToldFacts(): ToldFacts {
  const books = new Map<number, Book>()
  return { follow, followed: () => [...books.keys()], begin, note, failed, missing }

  function follow(companyId: number) {
    const book = books.get(companyId) ?? { followers: 0, upTo: undefined, told: new Set(), failed: new Set(), seen: 0 }
    book.followers += 1
    books.set(companyId, book)
    return () => {
      book.followers -= 1
      if (book.followers === 0) books.delete(companyId)
    }
  }

  function begin(companyId: number, number: number) {
    const book = books.get(companyId)
    if (book) book.upTo ??= number
  }

  function note(companyId: number, numbers: readonly number[]) {
    const book = books.get(companyId)
    for (const number of numbers) {
      book?.told.add(number)
      book?.failed.delete(number)
    }
  }

  function failed(companyId: number, numbers: readonly number[]) {
    for (const number of numbers) books.get(companyId)?.failed.add(number)
  }

  function missing(companyId: number, last: number): number[] {
    const book = books.get(companyId)
    if (!book) return []
    let upTo = (book.upTo ??= last)
    while (book.told.delete(upTo + 1)) upTo += 1
    const gaps: number[] = []
    for (let number = upTo + 1; number <= book.seen; number += 1) if (!book.told.has(number)) gaps.push(number)
    book.upTo = upTo
    book.seen = last
    return [...book.failed, ...gaps]
  }
}
