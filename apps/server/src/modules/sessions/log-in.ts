import type { SessionUser } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { isPassword } from '#platform/security/passwords'
import { rooms } from '#platform/live/rooms'
import { findCompany } from '#modules/companies'
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

/** What is tried for an address that nobody has is told to whoever runs the platform. */
const platformCompany = 1
/** The browser that was thrown out shows why, then it is gone (S16). */
const goodbye = 2000

/** Opens a session; the older one of the same user ends. */
export async function logIn(
  deps: LoginDeps,
  { email, password }: Credentials,
  browser: Browser,
): Promise<OpenSession & { secret: string }> {
  const attempt = await deps.sessions.guard.enter({ email, address: browser.address })
  const { account, isRight } = await attempt.look(async () => {
    const found = await findAccount(deps.units.operator, email)
    return { account: found, isRight: await isPassword(password, found?.passwordHash) }
  })
  if (!account || !isRight || account.isPasswordOver) {
    const { isAlarm } = await attempt.failed()
    await tellFailure(deps, account, { address: browser.address, isAlarm })
    throw invalidCredentials()
  }
  await attempt.succeeded()
  if (!account.isWithinHours) throw new AppError('ERR_OUT_OF_HOURS', 401)
  return openSession(deps, account, browser)
}

async function openSession(deps: LoginDeps, { companyId, userId }: Account, { address, userAgent }: Browser) {
  const secret = newSecret()
  const tokenHash = hashSecret(deps.keys.refreshHash, secret)
  return deps.units.run({ kind: 'system', companyId }, async (ctx) => {
    if (!(await lockForLogin(ctx, userId))) throw invalidCredentials()
    const ended = await endSessionsOf(ctx, userId, 'other_login')
    const sessionId = await insertSession(ctx, { userId, tokenHash, address, userAgent })
    await audit(ctx, { action: 'login', object: 'user', objectId: userId, address })
    const user = await readSessionUser(ctx, userId)
    if (!user) throw invalidCredentials()
    showOut(ctx, deps, { userId, ended })
    return { sessionId, user, secret }
  })
}

/** The older session's browsers hear of it, and nobody else, before the new login is answered (S16). */
function showOut(
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
    setTimeout(() => live.io.in(heard).disconnectSockets(true), goodbye).unref()
  })
}

/** The same work whether there is such an account or not: nobody can tell by the time (S18). */
async function tellFailure(
  { units }: LoginDeps,
  account: Account | undefined,
  { address, isAlarm }: { address: string; isAlarm: boolean },
): Promise<void> {
  await units.run({ kind: 'system', companyId: account?.companyId ?? platformCompany }, async (ctx) => {
    if (!(await findCompany(ctx))) return
    const action = isAlarm ? 'login.attacked' : 'login.failed'
    await audit(ctx, { action, object: 'user', objectId: account?.userId ?? '', address })
  })
}

const invalidCredentials = () => new AppError('ERR_INVALID_CREDENTIALS', 401)
