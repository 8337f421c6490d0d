/** Why a text is no phone number. */
export type NumberProblem = 'required' | 'excel' | 'noAreaCode' | 'areaCode' | 'invalid'
export type ReadNumber = { number: string } | { problem: NumberProblem }

/** A spreadsheet program has shortened a long number, and its last digits are lost: `5,51199E+12`. */
const shortened = /^[+-]?\d+([.,]\d+)?\s*E\s*\+?\s*\d+$/i

const areaCodes = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/

/**
 * A phone number as people write it, as digits with the country code. Brazilian numbers may lack the country code, may
 * begin with 0 and a carrier, and may lack the ninth digit of a mobile phone, which is added. Others stay as they are.
 */
export function readNumber(written: string): ReadNumber {
  const text = written
    .replace(/[\p{Cf}\p{Z}\s]/gu, '')
    .replace(/^(tel:|whatsapp:)/i, '')
    .replace(/^(\d{8,})[.,]0+$/, '$1')
  if (text === '') return { problem: 'required' }
  if (shortened.test(text)) return { problem: 'excel' }
  if (!/^\(?\+?[\d().\-–/]+$/.test(text)) return { problem: 'invalid' }
  const digits = text.replace(/\D/g, '')
  if (/^\(?\+/.test(text)) return international(digits)
  if (digits.startsWith('00')) return international(digits.slice(2))
  return digits.startsWith('0') ? withPrefix(digits.slice(1)) : plain(digits)
}

/** Begins with a country code. */
function international(digits: string): ReadNumber {
  if (digits.startsWith('55')) return brazilian(digits.slice(2).replace(/^0/, ''))
  return /^[1-9]\d{7,14}$/.test(digits) ? { number: digits } : { problem: 'invalid' }
}

/** After a 0: area code and number, maybe with the two digits of a carrier before them. */
function withPrefix(digits: string): ReadNumber {
  return brazilian(digits.length > 11 ? digits.slice(2) : digits)
}

/** Without anything that tells where the number begins, except for its length. */
function plain(digits: string): ReadNumber {
  if (digits.length < 8 || digits.length > 15) return { problem: 'invalid' }
  if (digits.length < 10) return { problem: 'noAreaCode' }
  if (/^550?/.test(digits) && digits.length > 11) return international(digits)
  if (digits.length > 11) return { number: digits }
  const found = brazilian(digits)
  // North America, the only numbers of eleven digits that people often write without a plus.
  return 'problem' in found && /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? { number: digits } : found
}

/** Area code and number. */
function brazilian(digits: string): ReadNumber {
  if (digits.length === 8 || digits.length === 9) return { problem: 'noAreaCode' }
  if (digits.length !== 10 && digits.length !== 11) return { problem: 'invalid' }
  if (!areaCodes.test(digits)) return { problem: 'areaCode' }
  const [area, number] = [digits.slice(0, 2), digits.slice(2)]
  if (/^9\d{8}$/.test(number) || /^[2-5]\d{7}$/.test(number)) return { number: `55${area}${number}` }
  return /^[6-9]\d{7}$/.test(number) ? { number: `55${area}9${number}` } : { problem: 'invalid' }
}
