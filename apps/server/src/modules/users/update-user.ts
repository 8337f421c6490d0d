import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { lockCompany } from '#modules/companies'
import { type Sessions, type UserRow, endSessions } from '#modules/sessions'
import { accessUser } from './access-user.ts'
import { fieldsOf } from './user-fields.ts'
import { type UserChange, allowedChange } from './users.policy.ts'
import { claimLogin, countOthers, hasConnection, setQueues, updateFields } from './users.repository.ts'

type UserDeps = Pick<Deps, 'live'> & { sessions: Sessions }

interface Requested {
  change: UserChange
  /** The hash of the new password, if one was given. */
  passwordHash: string | undefined
}

export async function updateUser(
  ctx: UserCtx,
  deps: UserDeps,
  id: number,
  { change: asked, passwordHash }: Requested,
): Promise<void> {
  // Two admins may demote each other at the same moment: the lock makes one of them wait and see that they are the
  // last.
  if (asked.profile !== undefined || asked.super !== undefined) await lockCompany(ctx)
  const before = await accessUser(ctx, id)
  const change = allowedChange(ctx.actor, before, asked)
  await assertSomebodyRemains(ctx, before, change)
  if (change.whatsappId && !(await hasConnection(ctx, change.whatsappId))) throw notFound('ERR_NO_WAPP_FOUND')

  await updateFields(ctx, id, { ...fieldsOf(change), password_hash: passwordHash })
  if (change.email !== undefined && change.email !== before.email)
    await claimLogin(ctx, { userId: id, email: change.email })
  if (change.queueIds !== undefined) await setQueues(ctx, id, change.queueIds)
  if (passwordHash !== undefined) await endSessions(ctx, deps, { userId: id, reason: 'password' })

  await auditRights(ctx, before, await accessUser(ctx, id), passwordHash !== undefined)
  ctx.emit('user.saved', { userId: id, isNew: false })
  ctx.afterCommit(() => deps.sessions.forget(ctx.companyId, id))
}

/** Otherwise nobody could administrate the company or operate the platform any more. */
export async function assertSomebodyRemains(
  ctx: UserCtx,
  user: UserRow,
  change: Pick<UserChange, 'profile' | 'super'>,
): Promise<void> {
  const stepsDown = user.profile === 'admin' && change.profile !== undefined && change.profile !== 'admin'
  const leavesPlatform = user.is_super && change.super === false
  if (!stepsDown && !leavesPlatform) return
  const others = await countOthers(ctx, user.id)
  if ((stepsDown && others.admins === 0) || (leavesPlatform && others.supers === 0)) throw badRequest('ERR_LAST_ADMIN')
  // Nobody locks themselves out by mistake; another admin can do it.
  if (user.id === ctx.actor.userId) throw badRequest('ERR_OWN_USER')
}

/** Changes of name, theme and language are not audited. The number is a way in: a forgotten password is recovered by it. */
async function auditRights(ctx: UserCtx, before: UserRow, after: UserRow, hasNewPassword: boolean): Promise<void> {
  const [old, now] = [rightsOf(before), rightsOf(after)]
  if (!hasNewPassword && JSON.stringify(old) === JSON.stringify(now)) return
  await audit(ctx, {
    action: 'user.changed',
    object: 'user',
    objectId: after.id,
    detail: { before: old, after: now, password: hasNewPassword },
  })
}

const rightsOf = (user: UserRow) => ({
  email: user.email,
  phone: user.phone,
  profile: user.profile,
  super: user.is_super,
  allTicket: user.sees_all_tickets,
  allowGroup: user.sees_groups,
  allowConnections: user.manages_connections,
  showDashboard: user.sees_dashboard,
  allowRealTime: user.sees_real_time,
  queues: user.queues.map(({ name }) => name),
})
