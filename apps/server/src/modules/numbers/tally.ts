import { type NumberName, type NumberUnit, type NumberValue, isMean } from '@guiche/contract'

/** How many rows have a value, to three digits, and their sum. `bucket`: null for numbers that only count. */
export interface Part {
  name: NumberName
  key: string
  bucket: number | null
  count: number
  sum: number
}

/** Rows of one number. Tallies of several days add up: counts, sums and the counts of each bucket. */
export interface Tally {
  count: number
  sum: number
  /** How often there is each value. */
  buckets: Map<number, number>
}

export const emptyTally = (): Tally => ({ count: 0, sum: 0, buckets: new Map() })

export function addPart(tally: Tally, { bucket, count, sum }: Omit<Part, 'name' | 'key'>): void {
  tally.count += count
  tally.sum += sum
  if (bucket !== null) tally.buckets.set(bucket, (tally.buckets.get(bucket) ?? 0) + count)
}

/** A mean comes from all values; it is no mean of means. Without values there is none. */
export function valueOf({ count, sum, buckets }: Tally, unit: NumberUnit): NumberValue {
  if (!isMean(unit)) return { count, value: count, median: null, p90: null }
  if (count === 0) return { count, value: null, median: null, p90: null }
  const scale = unit === 'stars' ? 100 : 1
  const sorted = [...buckets].toSorted(([one], [other]) => one - other)
  return {
    count,
    value: rounded(sum / count / scale),
    median: atShare(sorted, count, 0.5) / scale,
    p90: atShare(sorted, count, 0.9) / scale,
  }
}

/** To two places. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** The least value that this share of all values does not exceed. */
function atShare(sorted: readonly (readonly [value: number, count: number])[], count: number, share: number): number {
  const place = Math.max(1, Math.ceil(count * share))
  let passed = 0
  for (const [value, times] of sorted) {
    passed += times
    if (passed >= place) return value
  }
  return 0
}
