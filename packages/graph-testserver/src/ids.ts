import { randomBytes, randomInt } from 'node:crypto'

/** A number of 15 digits, as most things at Meta have one. JavaScript can hold it exactly. */
export const someId = (): string => `1${String(randomInt(10 ** 14 - 1)).padStart(14, '0')}`

export const someSecret = (): string => randomBytes(16).toString('hex')

export const someToken = (): string => `EAA${randomBytes(60).toString('base64url').replaceAll(/[-_]/g, 'Z')}`

export const someMessageId = (number: string): string => {
  const written = Buffer.from(number)
  const unique = Buffer.from(randomBytes(9).toString('hex').toUpperCase())
  const bytes = [Buffer.from([0x1c, 0x18, written.length]), written, Buffer.from([0x15, 2, 0, 0x11, 0x18, 18]), unique]
  return `wamid.${Buffer.concat([...bytes, Buffer.from([0])]).toString('base64')}`
}

export const someMid = (): string => `m_${randomBytes(30).toString('base64url')}`

/** The id of a person within a portfolio, beginning with the country. */
export const someUserId = (country: string): string => `${country}.${someId()}${randomInt(10_000, 99_999)}`

export const someTrace = (): string => `A${randomBytes(17).toString('base64url')}`.slice(0, 23)
