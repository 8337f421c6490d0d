import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpDetails } from '#platform/http/routes'
import type { Origins } from '#platform/origins'

/** company.session.secret: the row is found by its key, the secret is compared by hash. */
export interface RefreshCookie {
  companyId: number
  sessionId: string
  secret: string
}

const pattern = /^(\d{1,9})\.([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/
const lifetime = 7 * 86_400

/** What decides about the cookie of a call: where the server is, and the Host header. */
export interface CookiePlace {
  publicUrl: URL
  origins: Pick<Origins, 'isMachine'>
  host: string | undefined
}

/**
 * Over plain http a browser would not take a cookie that is secure. Only who came to a name of the machine itself has one
 * that is not: over https such a cookie could have been set by somebody in between.
 */
const isSecure = ({ publicUrl, origins, host }: CookiePlace) =>
  publicUrl.protocol === 'https:' && !origins.isMachine(host)
export const cookieName = (place: CookiePlace) => (isSecure(place) ? '__Host-jrt' : 'jrt')

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
  server: Omit<CookiePlace, 'host'>,
  { companyId, sessionId, secret }: RefreshCookie,
): void {
  const place = { ...server, host: http.header('host') }
  http.setCookie(cookieName(place), `${companyId}.${sessionId}.${secret}`, {
    ...attributes(place),
    maxAge: lifetime,
  })
}

/** With the same attributes: a browser takes a cookie with the prefix away no other way. */
export function clearRefreshCookie(http: HttpDetails, server: Omit<CookiePlace, 'host'>): void {
  const place = { ...server, host: http.header('host') }
  http.setCookie(cookieName(place), '', { ...attributes(place), maxAge: 0 })
}

const attributes = (place: CookiePlace) =>
  ({ httpOnly: true, secure: isSecure(place), sameSite: 'strict', path: '/' }) as const
