/**
 * A phone number as it is shown to whom numbers are hidden from (S67): "all digits hidden except the last 2 and the 6
 * before them" (specification part 1, section 6). One so short that this would hide nothing shows its last two.
 */
export function maskNumber(number: string): string {
  const digits = number.replace(/\D/g, '').length
  const hidden = digits > shown ? digits - shown : digits - 2
  let seen = 0
  return number.replace(/\d/g, (digit) => (seen++ < hidden ? '*' : digit))
}

const shown = 8

/** The same for whatever in a text looks like a phone number: who has given no name is often called by theirs. */
export const maskNumbersIn = (text: string): string => text.replace(/\d(?:[\s().-]?\d){7,}/g, maskNumber)
