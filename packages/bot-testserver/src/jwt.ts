import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import { z } from 'zod'

export interface Jwt {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  /** What is signed. */
  signed: string
  signature: Buffer
}

const Fields = z.record(z.string(), z.unknown())

/** Reads a token without checking it; `undefined` if it has another form. */
export function readJwt(token: string): Jwt | undefined {
  const [header = '', claims = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) return undefined
  try {
    return {
      header: Fields.parse(JSON.parse(decode(header))),
      claims: Fields.parse(JSON.parse(decode(claims))),
      signed: `${header}.${claims}`,
      signature: Buffer.from(signature, 'base64url'),
    }
  } catch {
    return undefined
  }
}

const decode = (part: string) => Buffer.from(part, 'base64url').toString()

/** Whether it was signed with this private key's pair. */
export function isSignedRs256({ header, signed, signature }: Jwt, publicKey: string): boolean {
  return header['alg'] === 'RS256' && verify('RSA-SHA256', Buffer.from(signed), publicKey, signature)
}

export function isSignedHs256({ header, signed, signature }: Jwt, secret: string): boolean {
  const right = createHmac('sha256', secret).update(signed).digest()
  return header['alg'] === 'HS256' && signature.length === right.length && timingSafeEqual(signature, right)
}
