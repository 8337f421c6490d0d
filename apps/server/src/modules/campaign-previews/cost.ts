import type { CampaignCost, MessagePrice, PriceCategory } from '@guiche/contract'

interface Planned {
  /** Of all people, by category and the beginning of the number; null: the table has no price. `variants`: of this category. */
  counts: readonly { category: PriceCategory; variants: number; prefix: string | null; count: number }[]
  /** Each person gets one of so many. */
  variants: number
  prices: readonly MessagePrice[]
  currency: string
  messagesPerPerson: number
  connections: { all: number; paid: number; phones: number }
}

const millionthsPerCent = 10_000n

/** All connections and all variants get as many people, in whole messages. The total is rounded once, to whole cents. */
export function costOf(planned: Planned): CampaignCost {
  const { counts, variants, prices, currency, messagesPerPerson, connections } = planned
  const { all, paid, phones } = connections
  const ways = all * variants
  const shares = wholeShares(
    counts.map((row) => row.count * messagesPerPerson * paid * row.variants),
    ways,
  )
  const rows = counts.map((row, nth) => ({ ...row, count: shares[nth] ?? 0 }))
  const sum = rows.reduce((part, row) => part + BigInt(row.count) * BigInt(priceIn(prices, row) ?? 0), 0n)
  return {
    cents: paid > 0 && prices.length === 0 ? null : rounded(sum, millionthsPerCent),
    currency,
    priced: rows.flatMap((row) => {
      const { category, prefix, count } = row
      return prefix === null ? [] : [{ category, prefix, count, millionths: priceIn(prices, row) ?? 0 }]
    }),
    unpriced: rows.reduce((messages, row) => messages + (row.prefix === null ? row.count : 0), 0),
    hasPairedPhone: phones > 0,
  }
}

/** The parts over `whole`, in whole numbers that add up: what is left goes to the largest remainders. */
function wholeShares(parts: readonly number[], whole: number): number[] {
  if (whole === 0) return parts.map(() => 0)
  const sum = Math.round(parts.reduce((all, part) => all + part, 0) / whole)
  const left = sum - parts.reduce((all, part) => all + Math.floor(part / whole), 0)
  const byRemainder = parts
    .map((part, nth) => ({ nth, rest: part % whole }))
    .toSorted((one, other) => other.rest - one.rest)
  const larger = new Set(byRemainder.slice(0, left).map(({ nth }) => nth))
  return parts.map((part, nth) => Math.floor(part / whole) + (larger.has(nth) ? 1 : 0))
}

const priceIn = (prices: readonly MessagePrice[], { category, prefix }: Planned['counts'][number]) =>
  prices.find((price) => price.category === category && price.prefix === prefix)?.millionths

/** Half a cent is a cent. */
const rounded = (part: bigint, whole: bigint): number => Number((2n * part + whole) / (2n * whole))
