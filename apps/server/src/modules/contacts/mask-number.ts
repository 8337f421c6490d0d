/**
 * A phone number as it is shown to whom numbers are hidden from (S67): "all digits hidden except the last 2 and the 6
 * before them" (docs/requirements/workspace.md, section 6). One so short that this would hide nothing shows its last two.
 */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '').length
  const hidden = digits > shown ? digits - shown : digits - 2
  let seen = 0
  return number.replace(/\d/g, (digit) => (seen++ < hidden ? '*' : digit))
}

const shown = 8

/** The same for whatever in a text looks like a phone number: who has given no name is often called by theirs. */
export const maskNumbersIn = (text: string): string => text.replace(phoneNumbers, maskNumber)

/** The same for one person's number alone, however it is written: with its country or without, with the ninth digit or not. */
export function maskOwnNumberIn(text: string, own: string): string {
  const end = lineOf(own)
  return end.length < shown
    ? text
    : text.replace(phoneNumbers, (found) => (lineOf(found) === end ? maskNumber(found) : found))
}

const phoneNumbers = /\d(?:[\s().-]?\d){7,}/g
const lineOf = (number: string) => number.replace(/\D/g, '').slice(-shown)
