/**
 * A phone number as users see it for whom numbers are masked (S67): "all digits hidden except the last 2 and the 6
 * before them" (docs/requirements/workspace.md, section 6). A number too short for that shows only its last two digits.
 */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '').length
  const hidden = digits > shown ? digits - shown : digits - 2
  let seen = 0
  return number.replace(/\d/g, (digit) => (seen++ < hidden ? '*' : digit))
}

const shown = 8

/**
 * Masks everything in a text that looks like a phone number, because contacts without a name are often called by their
 * number.
 */
export const maskNumbersIn = (text: string): string => text.replace(phoneNumbers, maskNumber)

/** The stored text, if a client sends it back as it is shown with masked numbers; otherwise what was sent. */
export const keptIfMasked = (sent: string, stored: string): string =>
  sent === maskNumbersIn(stored).trim() ? stored : sent

/** Masks one person's number in a text, with or without the country code and the ninth digit. */
export function maskOwnNumberIn(text: string, own: string): string {
  const end = lastDigitsOf(own)
  return end.length < shown
    ? text
    : text.replace(phoneNumbers, (found) => (lastDigitsOf(found) === end ? maskNumber(found) : found))
}

const phoneNumbers = /\d(?:[\s().-]?\d){7,}/g
const lastDigitsOf = (number: string) => number.replace(/\D/g, '').slice(-shown)
