import type { HttpDetails } from '#platform/http/routes'
import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { badRequest, noPermission } from '#platform/errors'
import { ownCookie } from '#platform/http/own-cookie'
import { findCompany, platformCompany } from '#modules/companies'
import { type Sessions, newSecret } from '#modules/sessions'
import type { UserNotices } from '#modules/user-notices'
import { finishRecovery, refused } from './finish-recovery.ts'
import { browserHashOf, codeHashOf, resetHashOf } from './hashes.ts'
import { insertRequest, tryCode, validFor } from './recoveries.repository.ts'
import type { RecoveryGuard } from './recovery-guard.ts'

interface Wiring {
  sessions: Sessions
  notices: UserNotices
  guard: RecoveryGuard
}

export function recoveryRoutes(deps: Deps, { sessions, notices, guard }: Wiring): void {
  const { routes, units, keys, jobs, publicUrl, origins } = deps

  routes.handle('requestRecovery', async ({ body, http }) => {
    refuseForeignOrigin(http)
    // Does not depend on who asks, so it tells nothing about anybody.
    if (!(await notices.isPossible())) throw badRequest('ERR_RECOVERY_NOT_POSSIBLE')
    const { address } = http
    await guard.ask({ sought: body.wpp, address })
    const [resetId, secret] = [newSecret(), newSecret()]
    await units.operator.transaction().execute(async (db) => {
      const request = { resetHash: resetHashOf(keys, resetId), browserHash: browserHashOf(keys, secret) }
      const recoveryId = await insertRequest(db, keys.secretsAtRest, { ...request, sought: body.wpp, address })
      await jobs.enqueue(db, 'recovery.send', { companyId: platformCompany, recoveryId })
    })
    jobs.wake('recovery.send')
    const { name, attributes } = cookieOf(http)
    http.setCookie(name, secret, { ...attributes, maxAge: 2 * validFor })
    return { userId: resetId, message: 'Code sent' }
  })

  routes.handle('verifyRecovery', async ({ params: { number: typed }, http }) => {
    const secret = secretOf(http)
    if (secret === undefined) return { code: '' }
    await guard.try(http.address)
    const browserHash = browserHashOf(keys, secret)
    const tried = await tryCode(units.operator, { browserHash, codeHash: codeHashOf(keys, browserHash, typed) })
    if (tried?.isOver) await recordFailure(tried, http.address)
    return { code: tried?.isRight ? typed : '' }
  })

  routes.handle('finishRecovery', async ({ body: { userId: resetId, newPassword }, http }) => {
    refuseForeignOrigin(http)
    const secret = secretOf(http)
    if (secret === undefined) throw refused()
    const { address } = http
    await guard.try(address)
    const proof = { resetHash: resetHashOf(keys, resetId), browserHash: browserHashOf(keys, secret) }
    await finishRecovery({ ...deps, sessions }, { ...proof, newPassword, address })
    const { name, attributes } = cookieOf(http)
    http.setCookie(name, '', { ...attributes, maxAge: 0 })
    return { message: 'Password changed' }
  })

  /** Takes as long whether there is a user or not. */
  async function recordFailure(
    { companyId, userId }: { companyId: number | null; userId: number | null },
    address: string,
  ): Promise<void> {
    await units.run({ kind: 'system', companyId: companyId ?? platformCompany }, async (ctx) => {
      if (!(await findCompany(ctx))) return
      await audit(ctx, { action: 'recovery.failed', object: 'user', objectId: userId ?? '', address })
    })
  }

  const cookieOf = (http: HttpDetails) => ownCookie({ publicUrl, origins, host: http.header('host') }, 'recovery')

  function secretOf(http: HttpDetails): string | undefined {
    const secret = http.cookies[cookieOf(http).name]
    return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
  }

  function refuseForeignOrigin({ origin }: HttpDetails) {
    if (origin !== undefined && !origins.isTrusted(origin)) throw noPermission()
  }
}
