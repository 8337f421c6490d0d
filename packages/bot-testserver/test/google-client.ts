import { sign } from 'node:crypto'
import type { ServiceAccountFile } from '../src/index.ts'
import { type Answered, answered } from './world.ts'

const scope = 'https://www.googleapis.com/auth/dialogflow'
const aud = 'https://oauth2.googleapis.com/token'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface Assertion {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  privateKey?: string
}

/** What a service account signs, as it is documented. */
export function assertionOf(
  account: ServiceAccountFile,
  now: Date,
  { header, claims, privateKey }: Assertion = {},
): string {
  const iat = Math.floor(now.getTime() / 1000)
  const signed = [
    { alg: 'RS256', typ: 'JWT', kid: account.private_key_id, ...header },
    { iss: account.client_email, scope, aud, iat, exp: iat + 3600, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey ?? account.private_key)
  return `${signed}.${signature.toString('base64url')}`
}

export async function askForToken(url: string, assertion: string, type = grantType): Promise<Answered> {
  const body = new URLSearchParams({ grant_type: type, assertion })
  return answered(await fetch(url, { method: 'POST', body }))
}
