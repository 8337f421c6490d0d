import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import type { Sessions } from './create-sessions.ts'
import type { OpenSession } from './log-in.ts'
import { type RefreshCookie, hashSecret, isSameHash, newSecret } from './refresh-cookie.ts'
import { readSessionUser } from './session-user.ts'
import { endSession, lockSession, rotateSecret } from './sessions.repository.ts'

type RefreshDeps = Pick<Deps, 'units' | 'live' | 'keys'> & { sessions: Pick<Sessions, 'forget'> }

/** `secret`: the new one, or undefined if another tab has just rotated it. */
type Refreshed = OpenSession & { secret: string | undefined }

/**
 * Each use rotates the secret. The previous one stays valid for ten seconds, for tabs that refresh at the same moment.
 * A later use of it, or the use of an older one, means that it was copied, so the session ends (S15).
 */
export async function refreshSession(
  deps: RefreshDeps,
  { companyId, sessionId, secret }: RefreshCookie,
): Promise<Refreshed | undefined> {
  const { refreshHash } = deps.keys
  return deps.units.run({ kind: 'system', companyId }, async (ctx) => {
    const session = await lockSession(ctx, sessionId)
    if (!session) return undefined
    const presented = hashSecret(refreshHash, secret)
    const isCurrent = isSameHash(presented, session.tokenHash)
    const isTolerated = session.isFresh && isSameHash(presented, session.previousHash)
    if (!isCurrent && !isTolerated) {
      await endForReuse(ctx, deps, { sessionId, userId: session.userId })
      return undefined
    }
    const user = await readSessionUser(ctx, session.userId)
    if (!user) return undefined
    if (!isCurrent) return { sessionId, user, secret: undefined }

    const next = newSecret()
    await rotateSecret(ctx, sessionId, hashSecret(refreshHash, next))
    return { sessionId, user, secret: next }
  })
}

async function endForReuse(
  ctx: Ctx,
  { live, sessions }: RefreshDeps,
  { sessionId, userId }: { sessionId: string; userId: number },
): Promise<void> {
  await endSession(ctx, sessionId, 'reuse')
  await audit(ctx, { action: 'refresh_reuse', object: 'user', objectId: userId })
  ctx.afterCommit(() => {
    sessions.forget(ctx.companyId, userId)
    live.io.in(rooms.session(ctx.companyId, sessionId)).disconnectSockets(true)
  })
}
