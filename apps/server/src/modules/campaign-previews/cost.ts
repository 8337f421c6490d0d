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

/** All connections and all variants get as many people. The total is rounded once, to whole cents. */
export function costOf(planned: Planned): CampaignCost {
  const { counts, variants, prices, currency, messagesPerPerson, connections } = planned
  const { all, paid, phones } = connections
  const ways = all * variants
  const shareOf = (row: Planned['counts'][number]) =>
    ways === 0 ? 0 : Math.round((row.count * messagesPerPerson * paid * row.variants) / ways)
  let sum = 0n
  for (const row of counts)
    sum += BigInt(row.count) * BigInt(messagesPerPerson) * BigInt(row.variants) * BigInt(priceIn(prices, row) ?? 0)
  return {
    cents: paid > 0 && prices.length === 0 ? null : total(sum * BigInt(paid), BigInt(ways)),
    currency,
    priced: counts.flatMap((row) => {
      const { category, prefix } = row
      return prefix === null ? [] : [{ category, prefix, count: shareOf(row), millionths: priceIn(prices, row) ?? 0 }]
    }),
    unpriced: counts.reduce((people, row) => people + (row.prefix === null ? shareOf(row) : 0), 0),
    hasPairedPhone: phones > 0,
  }
}

const priceIn = (prices: readonly MessagePrice[], { category, prefix }: Planned['counts'][number]) =>
  prices.find((price) => price.category === category && price.prefix === prefix)?.millionths

const total = (sum: bigint, ways: bigint): number => (ways === 0n ? 0 : rounded(sum, ways * millionthsPerCent))

/** Half a cent is a cent. */
const rounded = (part: bigint, whole: bigint): number => Number((2n * part + whole) / (2n * whole))
