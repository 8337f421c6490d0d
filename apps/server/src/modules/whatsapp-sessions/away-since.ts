import type { Ctx } from '#platform/context'
import { findLastConnected, recordEvent } from '#modules/connections'
import type { WantedSession } from './sessions.repository.ts'

/**
 * When the session of a linked phone lost its connection. Undefined: it was never connected. A process that was killed
 * could not store the loss, so this stores it with the time of its last lease renewal.
 */
export async function awaySince(
  ctx: Ctx,
  { connectionId, lastSeenAt }: Pick<WantedSession, 'connectionId' | 'lastSeenAt'>,
): Promise<Date | undefined> {
  const last = await findLastConnected(ctx, connectionId)
  if (!last) return undefined
  if (last.lostAt) return last.lostAt
  const at = lastSeenAt && lastSeenAt > last.openedAt ? lastSeenAt : last.openedAt
  await recordEvent(ctx, connectionId, 'lost', { detail: { cause: 'killed' }, at })
  return at
}
