import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpDetails } from '#platform/http/routes'
import { type CookieContext, ownCookie } from '#platform/http/own-cookie'

/** `company.session.secret`: the row is found by its key, and the hash of the secret is compared. */
export interface RefreshCookie {
  companyId: number
  sessionId: string
  secret: string
}

const pattern = /^(\d{1,9})\.([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/
const lifetime = 7 * 86_400

export const cookieName = (context: CookieContext) => ownCookie(context, 'jrt').name

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
  server: Omit<CookieContext, 'host'>,
  { companyId, sessionId, secret }: RefreshCookie,
): void {
  const context = { ...server, host: http.header('host') }
  const { name, attributes } = ownCookie(context, 'jrt')
  http.setCookie(name, `${companyId}.${sessionId}.${secret}`, { ...attributes, maxAge: lifetime })
}

/** Browsers remove a cookie with the __Host- prefix only if the attributes are the same. */
export function clearRefreshCookie(http: HttpDetails, server: Omit<CookieContext, 'host'>): void {
  const context = { ...server, host: http.header('host') }
  const { name, attributes } = ownCookie(context, 'jrt')
  http.setCookie(name, '', { ...attributes, maxAge: 0 })
}
