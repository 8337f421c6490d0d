import type { ConnectionEventView, ConnectionHealth } from '@guiche/contract'
import { ConnectionNotice, EndReason } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { getConnection } from './get-connection.ts'
import { type EventRow, listEvents, listStateChanges } from './connection-events.repository.ts'
import { healthOf, healthSpan } from './health/health.ts'

const pageSize = 50

/** The health of all paired phones of the company. */
export async function readHealth(ctx: Ctx): Promise<ConnectionHealth[]> {
  const { now, changes } = await listStateChanges(ctx, healthSpan)
  const byConnection = Map.groupBy(changes, ({ connection_id }) => connection_id)
  return [...byConnection].map(([connectionId, rows]) => ({
    connectionId,
    ...healthOf(
      rows.flatMap(({ kind, created_at }) => (kind && created_at ? [{ kind, at: created_at.getTime() }] : [])),
      now.getTime(),
    ),
  }))
}

export async function readEvents(ctx: Ctx, connectionId: number, before: number | undefined) {
  await getConnection(ctx, connectionId)
  const rows = await listEvents(ctx, connectionId, { before, most: pageSize + 1 })
  return { events: rows.slice(0, pageSize).map(present), hasMore: rows.length > pageSize }
}

function present({ id, kind, detail, seconds_away, created_at }: EventRow): ConnectionEventView {
  return {
    id,
    kind,
    secondsAway: seconds_away,
    reason: EndReason.safeParse(detail['reason']).data ?? null,
    count: typeof detail['count'] === 'number' ? detail['count'] : null,
    wasKilled: detail['cause'] === 'killed',
    mayBeListed: detail['phone'] === 'unconfirmed',
    isGap: detail['isGap'] === true,
    movedTo: detail['to'] === 'official' || detail['to'] === 'phone' ? detail['to'] : null,
    notice: kind === 'notice' ? (ConnectionNotice.safeParse({ value: null, ...detail }).data ?? null) : null,
    createdAt: created_at.toISOString(),
  }
}
