import { noPermission } from '#platform/errors'
import type { HttpDetails } from '#platform/http/routes'
import type { Deps } from '#platform/deps'
import { version } from '#platform/process/version'
import { type Sessions, sessionExpired } from './create-sessions.ts'
import { logOut } from './end-sessions.ts'
import { type OpenSession, logIn } from './log-in.ts'
import { clearRefreshCookie, cookieName, parseRefreshCookie, setRefreshCookie } from './refresh-cookie.ts'
import { refreshSession } from './refresh-session.ts'

export function sessionsRoutes(base: Deps, sessions: Sessions): void {
  const deps = { ...base, sessions }
  const { routes, publicUrl, origins } = deps
  const server = { publicUrl, origins }

  routes.handle('login', async ({ body, http }) => {
    refuseForeignOrigin(http)
    const { secret, ...open } = await logIn(deps, body, { address: http.address, userAgent: http.userAgent })
    setRefreshCookie(http, server, { companyId: open.user.companyId, sessionId: open.sessionId, secret })
    return answer(open)
  })

  routes.handle('refreshToken', async ({ http }) => {
    refuseForeignOrigin(http)
    // Browsers send the cookie by themselves, so the call must come from our own page.
    if (http.origin === undefined && http.header('sec-fetch-site') !== 'same-origin') throw noPermission()
    const cookie = refreshCookieOf(http)
    const open = cookie && (await refreshSession(deps, cookie))
    if (!open) {
      clearRefreshCookie(http, server)
      throw sessionExpired()
    }
    if (open.secret !== undefined) {
      setRefreshCookie(http, server, {
        companyId: open.user.companyId,
        sessionId: open.sessionId,
        secret: open.secret,
      })
    }
    return answer(open)
  })

  routes.handle('logout', async ({ actor, run, http }) => {
    await run((ctx) => logOut(ctx, deps))
    const cookie = refreshCookieOf(http)
    // Another tab of the browser may have logged in meanwhile.
    if (!cookie || cookie.sessionId === actor.sessionId) clearRefreshCookie(http, server)
    return {}
  })

  routes.handle('me', async ({ actor }) => ({ id: actor.userId, profile: actor.profile, super: actor.isSuper }))

  routes.handle('version', async () => ({ version }))

  async function answer({ sessionId, user }: OpenSession) {
    const bearer = { ...user, sessionId }
    const [token, publicToken] = await Promise.all([
      sessions.tokens.sign('access', bearer),
      sessions.tokens.sign('public', bearer),
    ])
    return { token, publicToken, user }
  }

  const refreshCookieOf = (http: HttpDetails) =>
    parseRefreshCookie(http.cookies[cookieName({ ...server, host: http.header('host') })])

  function refuseForeignOrigin({ origin }: HttpDetails) {
    if (origin !== undefined && !origins.isTrusted(origin)) throw noPermission()
  }
}
