import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { type BadSign, addGuards, endPause, noteLimit, setPaused } from './guards.repository.ts'
import './sending-guard.facts.ts'

/** A bad sign stops what the number sends by itself, until a person lets it go on. */
export async function pause(ctx: Ctx, connectionId: number, reason: BadSign): Promise<void> {
  await addGuards(ctx, [connectionId])
  if (!(await setPaused(ctx, connectionId, reason))) return
  await audit(ctx, {
    action: 'sendingGuard.paused',
    object: 'connection',
    objectId: connectionId,
    detail: { reason },
  })
  ctx.emit('sendingGuard.changed', { connectionId })
}

export async function resume(ctx: UserCtx, connectionId: number): Promise<void> {
  const reason = await endPause(ctx, connectionId)
  if (reason === undefined) return
  await audit(ctx, {
    action: 'sendingGuard.resumed',
    object: 'connection',
    objectId: connectionId,
    detail: { reason },
  })
  ctx.emit('sendingGuard.changed', { connectionId })
}

/** What has caused the pause is over. */
export async function endPauseOf(ctx: Ctx, connectionId: number, reason: BadSign): Promise<void> {
  if ((await endPause(ctx, connectionId, reason)) === undefined) return
  await audit(ctx, { action: 'sendingGuard.resumed', object: 'connection', objectId: connectionId, detail: { reason } })
  ctx.emit('sendingGuard.changed', { connectionId })
}

/** The network limits the number. That ends by itself; until then its warm-up stands still. */
export async function followLimit(ctx: Ctx, { connectionId }: { connectionId: number }): Promise<void> {
  await addGuards(ctx, [connectionId])
  await noteLimit(ctx, connectionId)
  ctx.emit('sendingGuard.changed', { connectionId })
}
