/**
 * Records, per company, which facts the sockets of this process have been told of. A fact that another process has
 * committed but never published (it was killed, or Redis was unreachable) shows as a gap in the numbers.
 */
export interface ToldFacts {
  /** Call it for each socket of the company; call the returned function when it leaves. */
  follow(companyId: number): () => void
  followed(): number[]
  /** Sockets that connect now know everything up to this fact. */
  begin(companyId: number, number: number): void
  note(companyId: number, numbers: readonly number[]): void
  /** Publishing these facts has failed. */
  failed(companyId: number, numbers: readonly number[]): void
  /**
   * `last`: the number of the newest fact. Returns those that existed at the previous look already and have still not
   * been told.
   */
  missing(companyId: number, last: number): number[]
}

interface Book {
  followers: number
  /** All facts up to this number were told. */
  upTo: number | undefined
  /** Facts after `upTo` that were told. */
  told: Set<number>
  failed: Set<number>
  /** The newest fact at the previous look. Younger facts may still be on their way. */
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
