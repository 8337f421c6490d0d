import { type momentsCalls, limits } from '@guiche/contract'
import type { z } from 'zod'
import type { UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type TicketRow, selectTickets } from '#modules/tickets'
import { servedIsSeen, ticketIsSeen } from '#modules/visibility'

type Filter = z.output<typeof momentsCalls.moments.query>

/** What existing clients show on /moments, the newest message first. */
export function listMoments(ctx: UserCtx, filter: Filter): Promise<TicketRow[]> {
  const order = sql`t.last_message_at desc, t.id desc`
  return selectTickets(
    ctx,
    sql`select id from (
          select distinct on (t.contact_id, t.connection_id, t.queue_id) t.id, t.last_message_at
          from tickets t where ${sql.join(conditionsOf(ctx, filter), sql` and `)}
          order by t.contact_id, t.connection_id, t.queue_id, t.id desc) t
        order by ${order} limit ${sql.lit(limits.momentsTickets)}`,
    order,
  )
}

function conditionsOf({ companyId, actor }: UserCtx, { status, queueIds, userId, dateStart, dateEnd }: Filter) {
  const list = status || 'open'
  const changed = (day: string, isEnd: boolean) => sql`
    (${day}::date + ${isEnd ? 1 : 0}::int)::timestamp at time zone (select timezone from companies where id = ${companyId})`
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`t.company_id = ${companyId}`,
    sql<SqlBool>`t.status = ${list}`,
    ticketIsSeen(actor),
  ]
  if (list === 'open' || list === 'closed') conditions.push(servedIsSeen(actor))
  if (queueIds.length > 0) conditions.push(inQueues(queueIds))
  if (userId) conditions.push(sql<SqlBool>`t.user_id = ${userId}`)
  if (dateStart) conditions.push(sql<SqlBool>`t.updated_at >= ${changed(dateStart, false)}`)
  if (dateEnd) conditions.push(sql<SqlBool>`t.updated_at < ${changed(dateEnd, true)}`)
  return conditions
}

function inQueues(queueIds: number[]): RawBuilder<SqlBool> {
  const listed = sql<SqlBool>`t.queue_id = any (${queueIds}::bigint[])`
  return queueIds.includes(0) ? sql<SqlBool>`(${listed} or t.queue_id is null)` : listed
}
