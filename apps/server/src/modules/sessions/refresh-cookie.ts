import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpDetails } from '#platform/http/routes'

/** company.session.secret: the row is found by its key, the secret is compared by hash. */
export interface RefreshCookie {
  companyId: number
  sessionId: string
  secret: string
}

const pattern = /^(\d{1,9})\.([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/
const lifetime = 7 * 86_400

/** design/security.md, decision 10: on plain http a browser would not take a cookie with the prefix. */
const isSecure = (publicUrl: URL) => publicUrl.protocol === 'https:'
export const cookieName = (publicUrl: URL) => (isSecure(publicUrl) ? '__Host-jrt' : 'jrt')

export function parseRefreshCookie(value: string | undefined): RefreshCookie | undefined {
  const [, companyId, sessionId, secret] = pattern.exec(value ?? '') ?? []
  if (companyId === undefined || sessionId === undefined || secret === undefined) return undefined
  return { companyId: Number(companyId), sessionId, secret }
}

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashSecret = (key: Buffer, secret: string) => createHmac('sha256', key).update(secret).digest()

export const isSameHash = (a: Buffer, b: Buffer | null) => b !== null && a.length === b.length && timingSafeEqual(a, b)

export function setRefreshCookie(
  http: HttpDetails,
  publicUrl: URL,
  { companyId, sessionId, secret }: RefreshCookie,
): void {
  http.setCookie(cookieName(publicUrl), `${companyId}.${sessionId}.${secret}`, {
    ...attributes(publicUrl),
    maxAge: lifetime,
  })
}

/** With the same attributes: a browser takes a cookie with the prefix away no other way. */
export function clearRefreshCookie(http: HttpDetails, publicUrl: URL): void {
  http.setCookie(cookieName(publicUrl), '', { ...attributes(publicUrl), maxAge: 0 })
}

const attributes = (publicUrl: URL) =>
  ({ httpOnly: true, secure: isSecure(publicUrl), sameSite: 'strict', path: '/' }) as const
