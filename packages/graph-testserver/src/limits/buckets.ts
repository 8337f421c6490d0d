/** So many at once, and so many per second in the long run. */
export interface Rate {
  burst: number
  perSecond: number
}

/** Buckets of what is still allowed, by the key of what is limited. */
export class Buckets {
  readonly #buckets = new Map<string, { left: number; at: number }>()

  /** Whether one more is allowed now; it is counted if it is. */
  take(key: string, rate: Rate | undefined, now: Date): boolean {
    if (!rate) return true
    const at = now.getTime()
    const known = this.#buckets.get(key) ?? { left: rate.burst, at }
    const left = Math.min(rate.burst, known.left + ((at - known.at) / 1000) * rate.perSecond)
    const isAllowed = left >= 1
    this.#buckets.set(key, { left: isAllowed ? left - 1 : left, at })
    return isAllowed
  }
}
