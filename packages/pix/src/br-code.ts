import { centsOf, decimalOf } from '@guiche/contract'

/** What the copy text and QR code of a payment by Pix say. */
export interface BrCode {
  /** Whom to pay, in a static code. */
  key: string | undefined
  /** Where the charge is described, without `https://`; in a dynamic code. */
  url: string | undefined
  /** Undefined: the payer chooses it, or the address tells it. */
  amountCents: number | undefined
  receiver: string
  city: string
  txid: string | undefined
}

/**
 * `structure`: the fields and their lengths do not fit. `checksum`: something was changed or lost. `content`: it is no
 * code of Pix, or a field has a value that is not allowed.
 */
export type BrCodeProblem = 'structure' | 'checksum' | 'content'

export type BrCodeReading = { isValid: true; code: BrCode } | { isValid: false; problem: BrCodeProblem }

type Fields = Map<string, string>

const pix = 'br.gov.bcb.pix'
const noTxid = '***'
const most = { key: 77, url: 77, receiver: 25, city: 15, txid: 25 }

export function makeBrCode({ key, url, amountCents, receiver, city, txid }: BrCode): string {
  if ((key === undefined) === (url === undefined)) throw new RangeError('a BR Code has either a key or an address')
  const body = [
    field('00', '01'),
    ...(url === undefined ? [] : [field('01', '12')]),
    field('26', field('00', pix) + (url === undefined ? field('01', key ?? '', most.key) : field('25', url, most.url))),
    field('52', '0000'),
    field('53', '986'),
    ...(amountCents === undefined ? [] : [field('54', decimalOf(amountCents))]),
    field('58', 'BR'),
    field('59', receiver, most.receiver),
    field('60', city, most.city),
    field('62', field('05', txid ?? noTxid, most.txid)),
    '6304',
  ].join('')
  return body + checksumOf(body)
}

/** Reads a BR Code. Fields that we do not know are allowed: the standard grows. */
export function readBrCode(text: string): BrCodeReading {
  const fields = fieldsIn(text)
  if (!fields || [...fields.keys()].at(-1) !== '63') return { isValid: false, problem: 'structure' }
  if (checksumOf(text.slice(0, -4)) !== text.slice(-4)) return { isValid: false, problem: 'checksum' }
  const code = codeIn(fields)
  return code ? { isValid: true, code } : { isValid: false, problem: 'content' }
}

function codeIn(fields: Fields): BrCode | undefined {
  const account = accountIn(fields)
  const details = fields.has('62') ? fieldsIn(fields.get('62') ?? '') : new Map<string, string>()
  const constants = fields.get('00') === '01' && fields.get('53') === '986' && fields.get('58') === 'BR'
  const [receiver = '', city = '', written] = [fields.get('59'), fields.get('60'), fields.get('54')]
  const amountCents = written === undefined ? undefined : centsOf(written)
  if (!account || !details || !constants || receiver === '' || city === '') return undefined
  if (written !== undefined && amountCents === undefined) return undefined
  const txid = details.get('05')
  return { ...account, amountCents, receiver, city, txid: txid === noTxid ? undefined : txid }
}

/** The account is one of the fields 26 to 51: the one that names Pix. */
function accountIn(fields: Fields): Pick<BrCode, 'key' | 'url'> | undefined {
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue
    const account = fieldsIn(value)
    if (account?.get('00')?.toLowerCase() !== pix) continue
    const [key, url] = [account.get('01'), account.get('25')]
    return key === undefined && url === undefined ? undefined : { key, url }
  }
  return undefined
}

/** Splits a text into fields of two digits of id, two of length, and that many characters. */
function fieldsIn(text: string): Fields | undefined {
  const characters = Array.from(text)
  const fields: Fields = new Map()
  let at = 0
  while (at < characters.length) {
    const head = characters.slice(at, at + 4).join('')
    if (!/^\d{4}$/.test(head)) return undefined
    const [id, length] = [head.slice(0, 2), Number(head.slice(2))]
    const end = at + 4 + length
    if (length === 0 || end > characters.length || fields.has(id)) return undefined
    fields.set(id, characters.slice(at + 4, end).join(''))
    at = end
  }
  return fields.size > 0 ? fields : undefined
}

function field(id: string, value: string, limit = 99): string {
  const { length } = Array.from(value)
  if (length === 0 || length > limit) throw new RangeError(`field ${id} of a BR Code has ${length} characters`)
  return id + String(length).padStart(2, '0') + value
}

/** CRC-16/CCITT-FALSE, as four capital hexadecimal digits. */
export function checksumOf(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
