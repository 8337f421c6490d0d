import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { rooms, withMasked } from '#platform/live/rooms'
import { findCompany } from '#modules/companies'
import type { Sessions } from './create-sessions.ts'
import { type EndReason, endAllSessions, endSession, endSessionsOf } from './sessions.repository.ts'

type SessionDeps = Pick<Deps, 'live'> & { sessions: Pick<Sessions, 'forget' | 'forgetCompany' | 'left'> }

/** Ends all sessions of a user: no call and no event reaches them after this unit of work (S17). */
export async function endSessions(
  ctx: Ctx,
  { live, sessions }: SessionDeps,
  { userId, reason }: { userId: number; reason: EndReason },
): Promise<void> {
  await endSessionsOf(ctx, userId, reason)
  ctx.afterCommit(() => {
    sessions.forget(ctx.companyId, userId)
    live.io.in(rooms.user(ctx.companyId, userId)).disconnectSockets(true)
    sessions.left(ctx.companyId, userId)
  })
}

export async function logOut(ctx: UserCtx, { live, sessions }: SessionDeps): Promise<void> {
  const { companyId, actor } = ctx
  await endSession(ctx, actor.sessionId, 'logout')
  await audit(ctx, { action: 'logout', object: 'user', objectId: actor.userId })
  ctx.afterCommit(() => {
    sessions.forget(companyId, actor.userId)
    live.io.in(rooms.session(companyId, actor.sessionId)).disconnectSockets(true)
    sessions.left(companyId, actor.userId)
  })
}

/** Only if the company is still switched off. */
export async function endCompany(ctx: Ctx, { live, sessions }: SessionDeps): Promise<void> {
  if ((await findCompany(ctx))?.active) return
  await endAllSessions(ctx, 'disabled')
  ctx.afterCommit(() => {
    sessions.forgetCompany(ctx.companyId)
    live.io.in(withMasked(rooms.company(ctx.companyId))).disconnectSockets(true)
  })
}
