/** Brazilian mobiles with and without the ninth digit are the same number. */
export function sameNumber(one: string, other: string): boolean {
  return one === other || keyOf(one) === keyOf(other)
}

/** Without the ninth digit of a mobile. */
export function keyOf(number: string): string {
  const [, start, rest] = /^(55\d{2})9([6-9]\d{7})$/.exec(number) ?? []
  return start !== undefined && rest !== undefined ? start + rest : number
}

/** A number as somebody wrote it, in digits. Without a country it is in that of the business. */
export function digitsOf(written: string, businessNumber: string): string | undefined {
  const digits = written.replaceAll(/[\s()+.-]/g, '')
  if (!/^\d{5,15}$/.test(digits)) return undefined
  const lacksCountry = /^[1-9]\d{9,10}$/.test(digits) && !written.startsWith('+') && businessNumber.startsWith('55')
  return lacksCountry ? `55${digits}` : digits
}
