import { type CampaignSpending, type MessagePrice, PriceCategory, usualCurrency } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type CampaignRow, readCampaignSettings } from '#modules/campaigns'
import { type BilledRow, countBilled } from './report.repository.ts'

const millionthsPerCent = 10_000n

/** What the network says that it takes for the messages of a campaign, by the price table of today. */
export async function readSpending(ctx: Ctx, campaign: CampaignRow): Promise<CampaignSpending | null> {
  if (campaign.templates === null && campaign.confirmation_templates === null) return null
  const { prices = [], currency = usualCurrency } = await readCampaignSettings(ctx)
  const rows = await countBilled(ctx, campaign.id, prices)
  return { cents: prices.length === 0 ? null : centsOf(rows, prices), currency, categories: categoriesIn(rows) }
}

function centsOf(rows: readonly BilledRow[], prices: readonly MessagePrice[]): number {
  const sum = rows.reduce((total, row) => total + BigInt(row.is_billed ? row.count : 0) * priceOf(prices, row), 0n)
  // Half a cent is a cent.
  return Number((2n * sum + millionthsPerCent) / (2n * millionthsPerCent))
}

const priceOf = (prices: readonly MessagePrice[], { category, prefix }: BilledRow): bigint =>
  BigInt(prices.find((price) => price.category === category && price.prefix === prefix)?.millionths ?? 0)

function categoriesIn(rows: readonly BilledRow[]): CampaignSpending['categories'] {
  const byCategory = Map.groupBy(rows, ({ category }) => PriceCategory.safeParse(category).data ?? 'other')
  return [...byCategory].map(([category, theirs]) => ({
    category,
    billed: sum(theirs, ({ is_billed, count }) => (is_billed ? count : 0)),
    free: sum(theirs, ({ is_billed, count }) => (is_billed ? 0 : count)),
    unpriced: sum(theirs, ({ is_billed, prefix, count }) => (is_billed && prefix === null ? count : 0)),
  }))
}

const sum = (rows: readonly BilledRow[], of: (row: BilledRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0)
