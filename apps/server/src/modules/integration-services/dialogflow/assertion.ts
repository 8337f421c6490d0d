import { createPrivateKey, sign } from 'node:crypto'
import type { ServiceAccount } from '#modules/queue-integrations'

/** Google checks this name, wherever the token is asked for. */
const audience = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/dialogflow'
const lifeSeconds = 3600

/** What the service account signs to get an access token (RFC 7523). */
export function createAssertion(account: ServiceAccount, now = new Date()): string {
  const iat = Math.floor(now.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', kid: account.private_key_id }
  const claims = { iss: account.client_email, scope, aud: audience, iat, exp: iat + lifeSeconds }
  const signed = `${part(header)}.${part(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(account.private_key))
  return `${signed}.${signature.toString('base64url')}`
}

const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
