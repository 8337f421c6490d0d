import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpDetails } from '#platform/http/routes'
import type { Origins } from '#platform/origins'

/** `company.session.secret`: the row is found by its key, and the hash of the secret is compared. */
export interface RefreshCookie {
  companyId: number
  sessionId: string
  secret: string
}

const pattern = /^(\d{1,9})\.([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.([\w-]{43})$/
const lifetime = 7 * 86_400

/** What decides about the attributes of a cookie: the addresses of the server and the Host header of the call. */
export interface CookieContext {
  publicUrl: URL
  origins: Pick<Origins, 'isMachine'>
  host: string | undefined
}

/**
 * A browser does not accept a secure cookie over plain http. Only calls to a name of the machine itself get one that is
 * not secure; over https somebody in between could have set such a cookie.
 */
const isSecure = ({ publicUrl, origins, host }: CookieContext) =>
  publicUrl.protocol === 'https:' && !origins.isMachine(host)
export const cookieName = (context: CookieContext) => (isSecure(context) ? '__Host-jrt' : 'jrt')

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
  http.setCookie(cookieName(context), `${companyId}.${sessionId}.${secret}`, {
    ...attributes(context),
    maxAge: lifetime,
  })
}

/** Browsers remove a cookie with the __Host- prefix only if the attributes are the same. */
export function clearRefreshCookie(http: HttpDetails, server: Omit<CookieContext, 'host'>): void {
  const context = { ...server, host: http.header('host') }
  http.setCookie(cookieName(context), '', { ...attributes(context), maxAge: 0 })
}

const attributes = (context: CookieContext) =>
  ({ httpOnly: true, secure: isSecure(context), sameSite: 'strict', path: '/' }) as const
