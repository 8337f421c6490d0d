/** What somebody typed to be found: the e-mail of their login, or their phone number in any form. */
export const isEmail = (sought: string): boolean => sought.includes('@')

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** A number without the country code of Brazil. */
export const countryless = (number: string): string => digitsOf(number).replace(/^55(?=\d{10,11}$)/, '')

/** The forms in which a number may have been entered with a user. The database knows that of the ninth digit. */
export function formsOf(number: string): string[] {
  const short = countryless(number)
  return short.length === 0 ? [] : [...new Set([digitsOf(number), short, `55${short}`])]
}
