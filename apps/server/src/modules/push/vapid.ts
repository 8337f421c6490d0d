import { createECDH, createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'

/** Tells push services that messages come from the installation that the browser has subscribed to (RFC 8292). */
export interface Vapid {
  /** As browsers take it. */
  publicKey: string
  authorizationFor(endpoint: URL): Promise<string>
}

/** `key`: 32 bytes, derived from the secret of the installation, which the first start makes. */
export function createVapid(key: Buffer, publicUrl: URL): Vapid {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(key)
  const point = pair.getPublicKey()
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const signer = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: key.toString('base64url'), x: coordinate(1), y: coordinate(33) },
  })
  const publicKey = point.toString('base64url')
  // Services refuse an address without https.
  const contact = publicUrl.protocol === 'https:' ? publicUrl.origin : 'mailto:nobody@localhost'

  return {
    publicKey,
    authorizationFor: async ({ origin }) => {
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setSubject(contact)
        .setAudience(origin)
        .setExpirationTime('12h')
        .sign(signer)
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}
