import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

export interface NewSecret {
  visitorId: string
  /** Sent once; only the visitor's browser keeps it. */
  secret: string
  hash: Buffer
}

const pattern = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/**
 * `<visitorId>.<256 random bits>`. The hash is keyed, so a stolen table is useless without the installation's secret.
 */
export function makeSecret(key: Buffer): NewSecret {
  const visitorId = randomUUID()
  const random = randomBytes(32).toString('base64url')
  return { visitorId, secret: `${visitorId}.${random}`, hash: hashOf(key, random) }
}

export type GivenSecret = Pick<NewSecret, 'visitorId' | 'hash'>

/** Undefined: not a secret that we could have made. */
export function readSecret(key: Buffer, secret: string): GivenSecret | undefined {
  const [, visitorId, random] = pattern.exec(secret) ?? []
  if (visitorId === undefined || random === undefined) return undefined
  return { visitorId, hash: hashOf(key, random) }
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const hashOf = (key: Buffer, random: string) => createHmac('sha256', key).update(random).digest()
