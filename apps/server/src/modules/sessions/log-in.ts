import type { SessionUser } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { isPassword } from '#platform/security/passwords'
import { rooms } from '#platform/live/rooms'
import { findCompany, platformCompany } from '#modules/companies'
import type { Sessions } from './create-sessions.ts'
import { hashSecret, newSecret } from './refresh-cookie.ts'
import { readSessionUser } from './session-user.ts'
import { type Account, endSessionsOf, findAccount, insertSession, lockForLogin } from './sessions.repository.ts'

interface Credentials {
  email: string
  password: string
}

interface Browser {
  address: string
  userAgent: string
}

export interface OpenSession {
  sessionId: string
  user: SessionUser
}

type LoginDeps = Pick<Deps, 'units' | 'live' | 'keys'> & { sessions: Sessions }

/** In ms. The browser that was logged out has that long to show the reason (S16). */
const noticeTime = 2000

/** Opens a session and ends the older sessions of the same user. */
export async function logIn(
  deps: LoginDeps,
  credentials: Credentials,
  browser: Browser,
): Promise<OpenSession & { secret: string }> {
  const account = await proveAccount(deps, credentials, browser)
  if (!account.isWithinHours) throw new AppError('ERR_OUT_OF_HOURS', 401)
  if (account.isPasswordTemporary) throw new AppError('ERR_PASSWORD_CHANGE_REQUIRED', 401)
  return openSession(deps, account, browser)
}

/** The account with this address and this password. Throws 401, and counts failures (S20). */
export async function proveAccount(
  deps: Pick<LoginDeps, 'units'> & { sessions: Pick<Sessions, 'guard'> },
  { email, password }: Credentials,
  { address }: Pick<Browser, 'address'>,
): Promise<Account> {
  const attempt = await deps.sessions.guard.enter({ email, address })
  const { account, isRight } = await attempt.look(async () => {
    const found = await findAccount(deps.units.operator, email)
    return { account: found, isRight: await isPassword(password, found?.passwordHash) }
  })
  if (!account || !isRight || account.isPasswordOver) {
    const { isAlarm } = await attempt.failed()
    await recordFailure(deps, account, { address, isAlarm })
    throw invalidCredentials()
  }
  await attempt.succeeded()
  return account
}

async function openSession(deps: LoginDeps, account: Account, { address, userAgent }: Browser) {
  const { companyId, userId } = account
  const secret = newSecret()
  const tokenHash = hashSecret(deps.keys.refreshHash, secret)
  return deps.units.run({ kind: 'system', companyId }, async (ctx) => {
    if (!(await lockForLogin(ctx, account))) throw invalidCredentials()
    const ended = await endSessionsOf(ctx, userId, 'other_login')
    const sessionId = await insertSession(ctx, { userId, tokenHash, address, userAgent })
    const user = await readSessionUser(ctx, userId)
    if (!user) throw invalidCredentials()
    await audit(ctx, { action: 'login', object: 'user', objectId: userId, address, person: user })
    endOlderSessions(ctx, deps, { userId, ended })
    return { sessionId, user, secret }
  })
}

/** Tells only the browsers of the older session, before the new login is answered (S16). */
function endOlderSessions(
  ctx: Ctx,
  { live, sessions }: LoginDeps,
  { userId, ended }: { userId: number; ended: string[] },
): void {
  if (ended.length === 0) return
  const { companyId } = ctx
  const heard = ended.map((id) => rooms.session(companyId, id))
  ctx.afterCommit(() => {
    sessions.forget(companyId, userId)
    void live.emit({
      companyId,
      event: 'auth',
      rooms: heard,
      masked: 'same',
      payload: { action: 'update', user: { id: userId, companyId } },
    })
    setTimeout(() => live.io.in(heard).disconnectSockets(true), noticeTime).unref()
  })
}

/**
 * Takes as long whether the account exists or not, so that timing reveals nothing (S18). Failures with an unknown address
 * are recorded in the audit log of the platform's company.
 */
async function recordFailure(
  { units }: Pick<LoginDeps, 'units'>,
  account: Account | undefined,
  { address, isAlarm }: { address: string; isAlarm: boolean },
): Promise<void> {
  await units.run({ kind: 'system', companyId: account?.companyId ?? platformCompany }, async (ctx) => {
    if (!(await findCompany(ctx))) return
    const action = isAlarm ? 'login.attacked' : 'login.failed'
    await audit(ctx, { action, object: 'user', objectId: account?.userId ?? '', address })
  })
}

export const invalidCredentials = () => new AppError('ERR_INVALID_CREDENTIALS', 401)
