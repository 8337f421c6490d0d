import { z } from 'zod'
import { whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

/** What networks that are paid by message tell apart. `service`: answers that are no template. */
export const priceCategories = ['marketing', 'utility', 'authentication', 'service'] as const
export const PriceCategory = z.enum(priceCategories)
export type PriceCategory = z.output<typeof PriceCategory>

/** The table's, as ISO 4217 calls it. Absent: as before. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'invalid')
  .optional()

export const usualCurrency = 'BRL'

/**
 * What one message of a category costs to a number with this beginning, on a connection that is paid by message, in millionths of
 * the currency. The longest beginning counts; an empty one is for all other numbers.
 */
const MessagePrice = z.object({
  // Prices were those of campaigns before there were categories.
  category: PriceCategory.default('marketing'),
  prefix: z.string('required').regex(/^\d{0,6}$/, 'invalidPrefix'),
  millionths: whole(0, 1_000_000_000),
})
export type MessagePrice = z.output<typeof MessagePrice>

export const priceKey = ({ category, prefix }: Pick<MessagePrice, 'category' | 'prefix'>): string =>
  `${category} ${prefix}`

/** Of two prices for one category and beginning the last counts. Absent: as before. */
export const MessagePrices = z
  .array(MessagePrice)
  .max(limits.messagePrices, 'tooMany')
  .transform((prices) => [...new Map(prices.map((price) => [priceKey(price), price])).values()])
  .optional()
