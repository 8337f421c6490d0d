import { z } from 'zod'

/** Letters and digits in upper case, without dots, strokes, hyphens and blanks. */
export const plainDocument = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '')

/** A CPF (11 digits), or a CNPJ (14 characters, the first twelve of which may be letters) with right check digits. */
export function isDocument(text: string): boolean {
  const plain = plainDocument(text)
  return isCpf(plain) || isCnpj(plain)
}

/** CPF or CNPJ, with or without punctuation. */
export const Document = z
  .string('required')
  .max(30, 'tooLong')
  .overwrite(plainDocument)
  .refine(isDocument, 'invalidDocument')

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

const isCpf = (plain: string) => /^\d{11}$/.test(plain) && hasCheckDigits(plain, cpfWeights)
const isCnpj = (plain: string) => /^[\dA-Z]{12}\d{2}$/.test(plain) && hasCheckDigits(plain, cnpjWeights)

/** The weights are those of the second check digit; those of the first one lack the first weight. */
function hasCheckDigits(plain: string, weights: readonly number[]): boolean {
  if (new Set(plain).size === 1) return false
  const base = plain.slice(0, -2)
  const first = checkDigit(base, weights.slice(1))
  const second = checkDigit(`${base}${first}`, weights)
  return plain.endsWith(`${first}${second}`)
}

/** The value of a digit or letter is its code less that of 0. */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
