import type { Ctx } from '#platform/context'
import { listLimits, listStateChanges } from './connection-events.repository.ts'
import { spansOf } from './health/health.ts'

export interface Outage {
  connectionId: number
  kind: 'offline' | 'limited'
  since: Date
  /** Null: it goes on. */
  until: Date | null
}

/** When these connections could not send since then. Of phones; other channels have no such history. */
export async function readOutages(ctx: Ctx, connectionIds: readonly number[], since: Date): Promise<Outage[]> {
  const { now, changes } = await listStateChanges(ctx, Math.max(0, Date.now() - since.getTime()))
  const end = now.getTime()
  const byConnection = Map.groupBy(
    changes.filter(({ connection_id }) => connectionIds.includes(connection_id)),
    ({ connection_id }) => connection_id,
  )
  const offline = [...byConnection].flatMap(([connectionId, rows]) =>
    spansOf(
      rows.flatMap(({ kind, created_at }) => (kind && created_at ? [{ kind, at: created_at.getTime() }] : [])),
      end,
    ).flatMap(({ state, from, to }): Outage[] =>
      // A phone that was unlinked sends nothing either.
      state === 'online' || from === 0
        ? []
        : [{ connectionId, kind: 'offline', since: new Date(from), until: to === end ? null : new Date(to) }],
    ),
  )
  const limited = (await listLimits(ctx, connectionIds, since)).map(
    ({ connection_id: connectionId, since: from, until }): Outage => ({
      connectionId,
      kind: 'limited',
      since: from,
      until: until.getTime() > end ? null : until,
    }),
  )
  return [...offline, ...limited]
}
