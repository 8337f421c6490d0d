import { z } from 'zod'

/** Most of what the product sells, in cents: R$ 9,999,999.99. It fits into an integer of the database. */
export const mostCents = 999_999_999

const written = /^(\d{1,10})(?:\.(\d{1,2}))?$/

/**
 * Cents of a decimal text ("49", "49.9", "49.90"). Undefined: the text is none, has more than two decimals, or is too
 * much. No float is involved.
 */
export function centsOf(decimal: string): number | undefined {
  const match = written.exec(decimal)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole + decimals.padEnd(2, '0'))
}

/** "49.90" */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * An amount of money: decimal text or a JSON number on the wire, integer cents in the code. Numbers are exact too:
 * `JSON.parse` yields the double that is nearest to the digits that were sent, and `String` the shortest digits of which
 * that double is the nearest. Up to 15 digits these are the same, and an amount has at most 12.
 */
export const Amount = z.union([z.number(), z.string()]).transform((given, context): number => {
  const cents = centsOf(String(given))
  if (cents !== undefined) return cents
  context.issues.push({ code: 'custom', message: 'invalidAmount', input: given })
  return z.NEVER
})

/** An amount that the product can store. */
export const Money = Amount.refine((cents) => cents <= mostCents, 'invalidAmount')
