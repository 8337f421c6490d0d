import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { rearmTimers } from '#modules/ticket-timers'

/** The tickets of one transaction, which holds their conversations, so that no message comes in meanwhile. */
const batchSize = 100

/** The timers of tickets that are not closed follow the settings of their connection and queue. */
export function followSettings({ units, followers }: Pick<Deps, 'units' | 'followers'>): void {
  followers.follow('connection.timesChanged', 'timers.followConnection', (companyId, { connectionId }) =>
    rearmAll(companyId, sql`t.connection_id = ${connectionId}`),
  )
  followers.follow('queue.saved', 'timers.followQueue', (companyId, { queueId }) =>
    rearmAll(companyId, sql`t.queue_id = ${queueId}`),
  )

  async function rearmAll(companyId: number, which: RawBuilder<SqlBool>) {
    for (let last: number | undefined = 0; last !== undefined;)
      last = await units.run({ kind: 'system', companyId }, (ctx) => rearmBatch(ctx, which, last ?? 0))
  }
}

/** In the order in which conversations are locked; returns the last one. */
async function rearmBatch(ctx: Ctx, which: RawBuilder<SqlBool>, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select t.id, t.conversation_id
    from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    where t.company_id = ${ctx.companyId} and t.status <> 'closed' and ${which} and t.conversation_id > ${after}
    order by t.conversation_id limit ${sql.lit(batchSize)} for no key update of v`.execute(ctx.db)
  await rearmTimers(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.at(-1)?.conversation_id
}
