import { z } from 'zod'

/** Most of an amount, in cents: R$ 9,999,999.99. It fits into an integer of the database. */
export const mostCents = 999_999_999

const written = /^\d{1,7}(?:\.(\d{1,2}))?$/

/**
 * Cents of a decimal text ("49", "49.9", "49.90"). Undefined: the text is none, has more than two decimals, or is too
 * much. No float is involved.
 */
export function centsOf(decimal: string): number | undefined {
  const match = written.exec(decimal)
  if (!match) return undefined
  const [whole = ''] = decimal.split('.')
  return Number(whole + (match[1] ?? '').padEnd(2, '0'))
}

/** "49.90" */
export function decimalOf(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * An amount of money: decimal text or a JSON number on the wire, integer cents in the code. JavaScript writes a number
 * with the fewest digits that tell it from others, so two decimals come back as they were sent.
 */
export const Money = z.union([z.number(), z.string()]).transform((given, context): number => {
  const cents = centsOf(String(given))
  if (cents !== undefined) return cents
  context.issues.push({ code: 'custom', message: 'invalidAmount', input: given })
  return z.NEVER
})
