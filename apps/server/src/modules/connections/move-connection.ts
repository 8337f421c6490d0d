import type { StoredChannel } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { recordEvent } from './connection-events.repository.ts'
import { changeChannel, showStatus } from './connections.repository.ts'
import { getConnection } from './get-connection.ts'
import { liftLimits } from './sending-limits.ts'

interface Move {
  to: StoredChannel
  /** As the new way tells it. */
  number: string
}

/**
 * Its number is reached in another way from now on, which works already; everything else of the connection stays. Limits were those
 * of the old way.
 */
export async function moveConnection(ctx: Ctx, connectionId: number, { to, number }: Move): Promise<void> {
  const { name } = await getConnection(ctx, connectionId)
  const way = factsOf(to).linkedBy === 'phone' ? 'phone' : 'official'
  await changeChannel(ctx, connectionId, to)
  await liftLimits(ctx, connectionId)
  await showStatus(ctx, connectionId, { status: 'connected', number })
  await recordEvent(ctx, connectionId, 'moved', { detail: { to: way } })
  const detail = { name, number, to: way }
  await audit(ctx, { action: 'connection.moved', object: 'connection', objectId: connectionId, detail })
  ctx.emit('connection.saved', { connectionId })
  ctx.emit('connection.moved', { connectionId })
}
