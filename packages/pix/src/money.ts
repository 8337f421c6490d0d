import { z } from 'zod'

const written = /^(\d{1,10})(?:\.(\d{1,2}))?$/

/**
 * Cents of a decimal text such as "199.90", digit by digit. Undefined if it is none, or has more than two decimals.
 */
export function centsOf(decimal: string): number | undefined {
  const match = written.exec(decimal)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole + decimals.padEnd(2, '0'))
}

/** "199.90" */
export function decimalOf(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * An amount in an answer, as a text or a JSON number. Numbers are exact too: `JSON.parse` yields the double that is
 * nearest to the digits that were sent, and `String` the shortest digits of which that double is the nearest. Up to 15
 * digits these are the same, and an amount has at most 12.
 */
export const Amount = z.union([z.string(), z.number()]).transform((given, context): number => {
  const cents = centsOf(String(given))
  if (cents !== undefined) return cents
  context.addIssue('is not an amount of money')
  return z.NEVER
})
