import type { Ctx } from '#platform/context'
import { findLastLine, noteEvent } from '#modules/connections'
import type { WantedSession } from './sessions.repository.ts'

/**
 * When the session of a linked phone lost its connection. Undefined: it was never connected. A process that was killed
 * could not store the loss, so this stores it with the time of its last lease renewal.
 */
export async function awaySince(
  ctx: Ctx,
  { connectionId, lastSeenAt }: Pick<WantedSession, 'connectionId' | 'lastSeenAt'>,
): Promise<Date | undefined> {
  const line = await findLastLine(ctx, connectionId)
  if (!line) return undefined
  if (line.lostAt) return line.lostAt
  const at = lastSeenAt && lastSeenAt > line.openedAt ? lastSeenAt : line.openedAt
  await noteEvent(ctx, connectionId, 'lost', { detail: { cause: 'killed' }, at })
  return at
}
