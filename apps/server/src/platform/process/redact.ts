/**
 * Removes from a log entry what must not be in a file (S73): credentials and codes, texts of people, phone numbers
 * except their last four digits, query strings. Fields are recognised by name, texts by their form.
 */
export function redact(value: unknown, name = ''): unknown {
  if (value === null || typeof value === 'boolean') return value
  const plainName = name.toLowerCase().replace(/[^a-z]/g, '')
  if (isSecretName(plainName)) return '[redacted]'
  if (plainName === 'code' && !isErrorCode(value)) return '[redacted]'
  if (typeof value === 'string') return phoneNames.has(plainName) ? lastFour(value) : redactText(value)
  if (typeof value === 'number' && phoneNames.has(plainName)) return lastFour(String(value))
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, name))
  if (isError(value)) return redactError(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, key)]))
}

const secretNames =
  /authorization|cookie|token|secret|passw|senha|apikey|credential|signature|privatekey|qrcode|pairing|otp|databaseurl|redisurl|connectionstring/
const messageNames = new Set([
  'body',
  'text',
  'caption',
  'message',
  'lastmessage',
  'conversation',
  'content',
  'note',
  'html',
])
const phoneNames = new Set([
  'number',
  'phone',
  'phonenumber',
  'telephone',
  'wpp',
  'jid',
  'remotejid',
  'participant',
  'msisdn',
])

const isSecretName = (plainName: string) => secretNames.test(plainName) || messageNames.has(plainName)

/**
 * ERR_BUSY, ECONNREFUSED, FST_ERR_VALIDATION, or an exit code, but not a code that a person types to prove a number.
 */
function isErrorCode(value: unknown): boolean {
  if (typeof value === 'number') return value < 1000
  return typeof value === 'string' && /^(E[A-Z]+|[A-Z]+(_[A-Z0-9]+)+)$/.test(value)
}

const lastFour = (text: string) => `…${text.replace(/\D/g, '').slice(-4)}`

function redactText(text: string): string {
  return text
    .slice(0, 8_000)
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]')
    .replace(/(\w:\/\/)[^\s/@"']+@/g, '$1[redacted]@')
    .replace(/([\w/.-])\?[\w%.~[\]-]+=[^\s"'<>]*/g, '$1?[redacted]')
    .replace(phoneOrUuid, (found, uuid?: string) => uuid ?? lastFour(found))
    .replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Ids and file names that contain a uuid may have ten digits in a row; they must stay searchable. */
const phoneOrUuid =
  /(\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)|(?<![\w.-])(?:\+\d[\d\s().-]{7,20}\d|\(?\d{2}\)?\s?9?\d{4}[\s-]\d{4}|\d{6,11}[\s-]\d{4}|\d{10,15})(?!\w)/gi

/**
 * JSON escapes all other control characters. These move a terminal's cursor, break lines or change the reading
 * direction.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const invisible = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

function isError(value: object): value is { type: string; stack: string } {
  return 'stack' in value && 'type' in value && typeof value.stack === 'string'
}

/** Drivers attach rows and statements to errors; only what helps to find the cause is kept. */
function redactError(error: object): Record<string, unknown> {
  const kept = ['type', 'message', 'stack', 'code', 'status', 'statusCode', 'constraint', 'table', 'column', 'routine']
  const found = Object.entries(error).filter(([name]) => kept.includes(name))
  return Object.fromEntries(
    found.map(([name, value]) => [name, typeof value === 'string' ? redactText(value) : redact(value)]),
  )
}
