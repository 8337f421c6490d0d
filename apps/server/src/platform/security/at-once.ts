import { AppError } from '../errors.ts'

/** Limits what happens at the same time in this process. */
export interface AtOnce {
  /** Throws 429 if one of the limits is reached. Call the returned function at the end. */
  enter(limits: readonly { key: string; most: number }[]): () => void
}

/** `retryAfter`: in seconds. */
export function createAtOnce({ retryAfter }: { retryAfter: number }): AtOnce {
  const counts = new Map<string, number>()

  return {
    enter(limits) {
      if (limits.some(({ key, most }) => (counts.get(key) ?? 0) >= most))
        throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter })
      for (const { key } of limits) add(key, 1)
      return () => {
        for (const { key } of limits) add(key, -1)
      }
    },
  }

  function add(key: string, one: 1 | -1) {
    const count = (counts.get(key) ?? 0) + one
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
}
