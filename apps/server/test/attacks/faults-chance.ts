/** A seeded random generator (mulberry32): the same seed gives the same schedule. */
export interface Chance {
  /** At least 0, less than 1. */
  next(): number
  between(least: number, most: number): number
  oneOf<T>(all: readonly T[]): T
  uuid(): string
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    oneOf: (all) => {
      const one = all[between(0, all.length - 1)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => between(0, 15).toString(16))
      hex[12] = '4'
      hex[16] = '8'
      return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
