import type { CampaignCost, MessagePrice } from '@guiche/contract'

interface Planned {
  /** Of all people, by the beginning of the number; null: the table has no price. */
  counts: readonly { prefix: string | null; count: number }[]
  prices: readonly MessagePrice[]
  messagesPerPerson: number
  connections: { all: number; paid: number; phones: number }
}

const millionthsPerCent = 10_000n

/** All connections get as many people. The total is rounded once, to whole cents. */
export function costOf({ counts, prices, messagesPerPerson, connections }: Planned): CampaignCost {
  const { all, paid, phones } = connections
  const priceOf = new Map(prices.map(({ prefix, millionths }) => [prefix, millionths]))
  const share = (count: number) => (all === 0 ? 0 : Math.round((count * messagesPerPerson * paid) / all))
  let sum = 0n
  for (const { prefix, count } of counts)
    sum += BigInt(count) * BigInt(messagesPerPerson) * BigInt(prefix === null ? 0 : (priceOf.get(prefix) ?? 0))
  return {
    cents: all === 0 ? 0 : rounded(sum * BigInt(paid), BigInt(all) * millionthsPerCent),
    priced: counts.flatMap(({ prefix, count }) =>
      prefix === null ? [] : [{ prefix, count: share(count), millionths: priceOf.get(prefix) ?? 0 }],
    ),
    unpriced: counts.reduce((total, { prefix, count }) => total + (prefix === null ? share(count) : 0), 0),
    hasPairedPhone: phones > 0,
  }
}

/** Half a cent is a cent. */
const rounded = (part: bigint, whole: bigint): number => Number((2n * part + whole) / (2n * whole))
