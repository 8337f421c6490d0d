import type { IncomingHttpHeaders } from 'node:http'
import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { AppError } from '#platform/errors'
import { type Socket, actorOf, unknownCompany } from '#platform/live/live'
import type { Log } from '#platform/process/log'
import type { Origins } from '#platform/origins'
import type { Keys } from '#platform/deps'
import { type Redis, createLimiters } from '#platform/security/rate-limits'
import { type Actors, createActors, toActor } from './actors.ts'
import { type LoginGuard, createLoginGuard } from './login-guard.ts'
import { cookieName, hashSecret, isSameHash, parseRefreshCookie } from './refresh-cookie.ts'
import { findActor } from './sessions.repository.ts'
import { type Tokens, createTokens } from './tokens.ts'

type Cookies = Readonly<Record<string, string | undefined>>
type Listener = (companyId: number, userId: number) => void

export interface Sessions {
  /**
   * The person who calls. Throws 401, or 403 with the same code when only the token has expired and the session is
   * alive (S12).
   */
  authenticate: (request: { authorization: string | undefined }) => Promise<UserActor>
  /** The person of a live socket. Called again later to check that they are still logged in and what they may do. */
  recognizeSocket: (socket: Socket) => Promise<UserActor>
  /**
   * The key for the turn of a handshake: the company of its token. Anybody can write a company into a cookie, so those have
   * keys of their own.
   */
  keyOfSocket: (socket: Socket) => Promise<number>
  /** The person of a browser that can only send its cookies, as for pictures. */
  /** `host` is the Host header of the call. */
  recognizeCookie: (cookies: Cookies, host: string | undefined) => Promise<UserActor | undefined>
  /** Rights or the session of a user have changed; effective from the next call on. */
  forget: Actors['forget']
  forgetCompany: Actors['forgetCompany']
  /** Called with every call of a person. */
  onSeen: (listener: Listener) => void
  /** Called when somebody logged out or was logged out. */
  onLeft: (listener: Listener) => void
  readonly left: Listener
  readonly tokens: Tokens
  readonly guard: LoginGuard
}

interface SessionOptions {
  units: Units
  keys: Keys
  publicUrl: URL
  origins: Origins
  log: Log
  redis: Redis | undefined
}

export function createSessions({ units, keys, publicUrl, origins, log, redis }: SessionOptions): Sessions {
  const tokens = createTokens(keys)
  const actors = createActors(units)
  const seen: Listener[] = []
  const left: Listener[] = []

  return {
    authenticate,
    recognizeSocket,
    keyOfSocket,
    recognizeCookie,
    forget: actors.forget,
    forgetCompany: actors.forgetCompany,
    onSeen: (listener) => void seen.push(listener),
    onLeft: (listener) => void left.push(listener),
    left: (companyId, userId) => left.forEach((listener) => listener(companyId, userId)),
    tokens,
    guard: createLoginGuard(createLimiters(redis), log),
  }

  async function authenticate({ authorization }: { authorization: string | undefined }) {
    const claims = await tokens.verify('access', bearerOf(authorization) ?? '')
    if (!claims) throw sessionExpired()
    const actor = orExpired(await actors.get(claims))
    if (claims.expiresAt <= Date.now()) throw new AppError('ERR_SESSION_EXPIRED', 403)
    for (const listener of seen) listener(actor.companyId, actor.userId)
    return actor
  }

  async function recognizeSocket(socket: Socket) {
    const known = actorOf(socket.data)
    if (known) return orExpired(await actors.get(known))

    const { query, headers } = socket.handshake
    const { origin } = headers
    if (origin !== undefined && !origins.isTrusted(origin)) throw sessionExpired()
    const publicToken = publicTokenOf(socket)
    const actor = publicToken === undefined ? await byCookie(headers) : await byPublicToken(socket, publicToken)
    // Existing clients send these ids. They prove nothing, but a wrong one is refused (S36).
    if (!isOrAbsent(query['companyId'], actor.companyId) || !isOrAbsent(query['userId'], actor.userId))
      throw sessionExpired()
    return actor
  }

  async function keyOfSocket(socket: Socket) {
    const publicToken = publicTokenOf(socket)
    if (publicToken !== undefined) return (await claimsOf(publicToken))?.companyId ?? unknownCompany
    const { cookie, host } = socket.handshake.headers
    const claimed = refreshCookieOf(parseCookies(cookie), host)
    return claimed ? -claimed.companyId : unknownCompany
  }

  async function claimsOf(publicToken: unknown) {
    if (typeof publicToken !== 'string') return undefined
    // Existing clients send it with and without "Bearer".
    return tokens.verify('public', bearerOf(publicToken) ?? publicToken)
  }

  function refreshCookieOf(cookies: Cookies, host: string | undefined) {
    return parseRefreshCookie(cookies[cookieName({ publicUrl, origins, host })])
  }

  async function byPublicToken(socket: Socket, publicToken: unknown) {
    const claims = await claimsOf(publicToken)
    const remaining = (claims?.expiresAt ?? 0) - Date.now()
    if (!claims || remaining <= 0) throw sessionExpired()
    const actor = orExpired(await actors.get(claims))
    // The browser reconnects at once with a newer token (S38).
    const expiry = setTimeout(() => socket.disconnect(true), remaining).unref()
    socket.once('disconnect', () => clearTimeout(expiry))
    return actor
  }

  /**
   * Browsers send the cookie by themselves, so the page that opens the socket must be ours
   * (docs/requirements/security.md).
   */
  async function byCookie({ origin, cookie, host }: IncomingHttpHeaders) {
    if (origin === undefined) throw sessionExpired()
    return orExpired(await recognizeCookie(parseCookies(cookie), host))
  }

  async function recognizeCookie(cookies: Cookies, host: string | undefined) {
    const cookie = refreshCookieOf(cookies, host)
    if (!cookie) return undefined
    const { companyId, sessionId, secret } = cookie
    const row = await units.read({ kind: 'system', companyId }, (ctx) => findActor(ctx, sessionId))
    if (!row) return undefined
    const presented = hashSecret(keys.refreshHash, secret)
    const isCurrent =
      isSameHash(presented, row.token_hash) || (row.is_fresh && isSameHash(presented, row.previous_hash))
    return isCurrent ? toActor(row, { companyId, sessionId }) : undefined
  }
}

export const sessionExpired = () => new AppError('ERR_SESSION_EXPIRED', 401)

function orExpired(actor: UserActor | undefined): UserActor {
  if (!actor) throw sessionExpired()
  return actor
}

const publicTokenOf = ({ handshake: { auth, query } }: Socket): unknown => auth['token'] ?? query['token']

const bearerOf = (authorization = '') => /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1]

/** Existing clients send the word `undefined` while they do not know the id yet. */
const isOrAbsent = (given: unknown, id: number) => given === undefined || given === 'undefined' || given === String(id)

function parseCookies(header = ''): Cookies {
  return Object.fromEntries(header.split(';').map((pair) => pair.trim().split('=', 2)))
}
