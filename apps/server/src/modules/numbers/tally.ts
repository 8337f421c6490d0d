import { type NumberName, type NumberUnit, type NumberValue, isMean } from '@guiche/contract'

/** Rows of a number that were counted together: how many they are, and the sum of their values. */
export interface Part {
  name: NumberName
  key: string
  count: number
  sum: number
  /** Their values, to three digits, and how often there is each: lists in the same order. Null: they were not asked for. */
  buckets: string | null
  counts: string | null
}

/** Rows of one number. Tallies of several days add up: counts, sums and the counts of each bucket. */
export interface Tally {
  count: number
  sum: number
  /** How often there is each value. */
  buckets: Map<number, number>
}

export const emptyTally = (): Tally => ({ count: 0, sum: 0, buckets: new Map() })

export function addPart(tally: Tally, { count, sum, buckets, counts }: Omit<Part, 'name' | 'key'>): void {
  tally.count += count
  tally.sum += sum
  if (buckets === null || counts === null) return
  const times = numbersIn(counts)
  for (const [nth, value] of numbersIn(buckets).entries())
    tally.buckets.set(value, (tally.buckets.get(value) ?? 0) + (times[nth] ?? 0))
}

const space = ' '.charCodeAt(0)
const zero = '0'.charCodeAt(0)

/** Two years have some hundred thousand of them, so they are read without making a text of each. */
function numbersIn(list: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < list.length; at += 1) {
    const code = list.charCodeAt(at)
    if (code === space) {
      numbers.push(number)
      number = 0
    } else number = number * 10 + code - zero
  }
  numbers.push(number)
  return numbers
}

/** A mean comes from all values; it is no mean of means. Without values there is none. */
export function valueOf({ count, sum, buckets }: Tally, unit: NumberUnit): NumberValue {
  if (!isMean(unit)) return { count, value: count, median: null, p90: null }
  if (count === 0) return { count, value: null, median: null, p90: null }
  const scale = unit === 'stars' ? 100 : 1
  return {
    count,
    value: rounded(sum / count / scale),
    median: atShare(buckets, count, 0.5) / scale,
    p90: atShare(buckets, count, 0.9) / scale,
  }
}

/** To two places. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** The least value that this share of all values does not exceed. */
function atShare(buckets: ReadonlyMap<number, number>, count: number, share: number): number {
  const place = Math.max(1, Math.ceil(count * share))
  let passed = 0
  for (const value of Float64Array.from(buckets.keys()).sort()) {
    passed += buckets.get(value) ?? 0
    if (passed >= place) return value
  }
  return 0
}
