import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type Sessions, findUser } from '#modules/sessions'
import type { UserNotices } from '#modules/user-notices'
import { hashNew, replacePassword } from '#modules/users'
import { findRecipient, findVerified, spendRequest } from './recoveries.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Tells a user that their password was changed (S35). */
    'recovery.tell': { companyId: number; userId: number }
  }
}

interface Finish {
  resetHash: Buffer
  browserHash: Buffer
  newPassword: string
  address: string
}

/**
 * Sets the new password of a verified request, once (S32). The request is used up before the password is stored: if that
 * fails, the user has to ask again, but nobody can use it twice.
 */
export async function finishRecovery(
  deps: Pick<Deps, 'units' | 'live'> & { sessions: Sessions },
  { newPassword, address, ...proof }: Finish,
): Promise<void> {
  const { units } = deps
  const target = await findVerified(units.operator, proof)
  if (!target) throw refused()
  const { companyId, userId } = target
  const actor = { kind: 'system', companyId } as const
  const user = await units.read(actor, (ctx) => findUser(ctx, userId))
  if (!user) throw refused()
  const hash = await hashNew(newPassword, { profile: user.profile, isSuper: user.is_super })
  if (!(await spendRequest(units.operator, proof))) throw refused()
  await units.run(actor, async (ctx) => {
    await replacePassword(ctx, deps, { userId, hash, isTemporary: false })
    await audit(ctx, { action: 'recovery.finished', object: 'user', objectId: userId, address, person: user })
    await ctx.enqueue('recovery.tell', { userId })
  })
}

/** The same for all causes. */
export const refused = () => badRequest('ERR_RECOVERY_REFUSED')

/** In seconds. News of yesterday only frighten. */
const newsFor = 6 * 3600

export async function tellOfChange(
  { units, notices }: Pick<Deps, 'units'> & { notices: UserNotices },
  whom: { companyId: number; userId: number },
): Promise<void> {
  await units.operator.transaction().execute(async (db) => {
    const user = await findRecipient(db, whom)
    if (!user) return
    const { email } = user
    await notices.tell(db, user, { template: 'passwordChanged', values: { email }, lifetime: newsFor })
  })
  notices.wake()
}
