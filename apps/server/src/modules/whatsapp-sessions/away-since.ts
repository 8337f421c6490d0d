import type { Ctx } from '#platform/context'
import { findLastLine, noteEvent } from '#modules/connections'
import type { WantedSession } from './sessions.repository.ts'

/**
 * Since when a phone that was linked has no line; undefined: it never had one. A process that was killed could not note the
 * loss: it is noted now, for when it last gave a sign of life.
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
