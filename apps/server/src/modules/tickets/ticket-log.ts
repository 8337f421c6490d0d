import { BotDecision, TicketLogView, type TicketStatus, ticketLogTypes } from '@guiche/contract'
import type { Absence } from '@guiche/channel'
import type { Actor, Ctx, UserCtx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

type ShownType = (typeof ticketLogTypes)[number]
/** `moved`: a move that no other entry tells of; `rated`: the customer has rated. Nobody is shown these. */
type LogType = ShownType | 'moved' | 'rated'

export interface LoggedState {
  status: TicketStatus
  userId: number | null
  queueId: number | null
}

/** What a recount of the numbers needs to know of a move. `by`: the kind of actor. */
export interface LoggedMove {
  by: Actor['kind']
  /** Null: the ticket is new. */
  from: LoggedState | null
  to: LoggedState
}

export interface LogEntry {
  ticketId: number
  kind: LogType
  userId: number | null
  queueId: number | null
  /** Of the bot. */
  decision?: BotDecision
  /** Of one entry of each move. */
  move?: LoggedMove | undefined
  rating?: { rating: number; best: number }
}

export const logTicket = (ctx: Ctx, ticketId: number, kind: LogType): Promise<void> =>
  logTickets(ctx, [{ ticketId, kind, userId: null, queueId: null }])

export async function logTickets(ctx: Ctx, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ ticketId, kind, userId, queueId, decision, rating, move = null }, ord) => ({
    ord,
    ticket_id: ticketId,
    kind,
    user_id: userId,
    queue_id: queueId,
    detail: decision ?? rating ?? null,
    move,
  }))
  await sql`
    insert into ticket_log (company_id, ticket_id, kind, user_id, queue_id, detail, move)
    select ${ctx.companyId}, ticket_id, kind, user_id, queue_id, nullif(detail, 'null'), nullif(move, 'null')
    from (${recordset(rows, sql`ord int, ticket_id bigint, kind text, user_id bigint, queue_id bigint, detail jsonb, move jsonb`)}) as x
    order by ord`.execute(ctx.db)
}

/** Adds one entry per outage of the connection. Its count grows while more of the missed messages arrive. */
export async function logRecovered(
  ctx: Ctx,
  tickets: { id: number; absence: Absence; count: number }[],
): Promise<void> {
  const rows = tickets.map(({ id, absence, count }) => ({ id, ...absence, count }))
  await sql`
    with recovered as (
      ${recordset(rows, sql`id bigint, since text, until text, "isGap" boolean, count int`)}),
    grown as (
      update ticket_log l set detail = jsonb_set(l.detail, '{count}', to_jsonb((l.detail ->> 'count')::int + x.count))
      from recovered x
      where l.company_id = ${ctx.companyId} and l.ticket_id = x.id and l.kind = 'recovered' and l.detail ->> 'until' = x.until
      returning x.id, x.until)
    insert into ticket_log (company_id, ticket_id, kind, detail)
    select ${ctx.companyId}, x.id, 'recovered', jsonb_strip_nulls(jsonb_build_object('since', x.since, 'until', x.until, 'isGap', x."isGap", 'count', x.count))
    from recovered x where not exists (select from grown g where g.id = x.id and g.until = x.until)`.execute(ctx.db)
}

/** Logs that a user opened a ticket, at most once in ten minutes. */
export async function logAccess(ctx: Ctx, ticketId: number, userId: number): Promise<void> {
  await sql`
    insert into ticket_log (company_id, ticket_id, kind, user_id)
    select ${ctx.companyId}, ${ticketId}, 'access', ${userId}
    where not exists (select from ticket_log where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and kind = 'access'
                      and user_id = ${userId} and created_at > now() - interval '10 minutes')`.execute(ctx.db)
}

const Recovered = TicketLogView.shape.recovered

interface LogRow {
  id: number
  kind: LogType
  ticket_id: number
  user_id: number | null
  queue_id: number | null
  user_name: string | null
  queue_name: string | null
  queue_color: string | null
  detail: unknown
  created_at: Date
}

/** Newest first. Only admins are shown what the bot has decided, and why. */
export async function readTicketLog(ctx: UserCtx, ticketId: number): Promise<TicketLogView[]> {
  const seesDecisions = ctx.actor.profile === 'admin'
  const { rows } = await sql<LogRow>`
    select l.id, l.kind, l.ticket_id, l.user_id, l.queue_id, l.detail, l.created_at, u.name as user_name, q.name as queue_name, q.color as queue_color
    from ticket_log l
    left join users u on u.company_id = l.company_id and u.id = l.user_id
    left join queues q on q.company_id = l.company_id and q.id = l.queue_id
    where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticketId} and (${seesDecisions} or l.kind <> 'botSilent')
      and l.kind not in ('moved', 'rated')
    order by l.id desc limit 500`.execute(ctx.db)
  return rows.filter(isShown).map((row) => ({
    id: row.id,
    type: row.kind,
    ticketId: row.ticket_id,
    userId: row.user_id,
    queueId: row.queue_id,
    user: row.user_id !== null && row.user_name !== null ? { id: row.user_id, name: row.user_name } : null,
    queue:
      row.queue_id !== null && row.queue_name !== null
        ? { id: row.queue_id, name: row.queue_name, color: row.queue_color ?? '' }
        : null,
    recovered: row.kind === 'recovered' ? Recovered.parse(row.detail) : null,
    decision: seesDecisions && row.kind !== 'recovered' ? (BotDecision.safeParse(row.detail).data ?? null) : null,
    createdAt: row.created_at.toISOString(),
  }))
}

const isShown = (row: LogRow): row is LogRow & { kind: ShownType } => ticketLogTypes.some((type) => type === row.kind)
