import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { postAutomaticMessage } from '#modules/messages'
import { type DueTimer, setTimer } from '#modules/ticket-timers'
import { type LockedTicket, closeInactive, keepBotMemory } from '#modules/tickets'
import { type Silence, stepOf } from './inactivity-step.ts'

/** In seconds. While the connection is not connected, nobody can answer: then the time begins anew. */
const lookAgain = 60

/**
 * Warns the customer of an open ticket in which nobody writes, and later closes it (docs/requirements/service.md, section
 * 14). One timer per ticket, which looks at the ticket when it is due and sets itself anew: messages set none.
 */
export async function endInactivity(ctx: Ctx, ticket: LockedTicket, { detail }: DueTimer): Promise<void> {
  if (ticket.status !== 'open' || ticket.is_group || ticket.connection_archived) return
  const state = await readState(ctx, ticket.id, detail)
  if (!state || state.warn_minutes + state.close_minutes === 0) return
  if (ticket.bot.sendInactiveMessage && state.warned_for === null)
    await keepBotMemory(ctx, ticket.id, { ...ticket.bot, sendInactiveMessage: false })
  if (ticket.connection_status !== 'connected') return keepWatching(ctx, ticket.id, state.anew, lookAgain)
  const step = stepOf(silenceOf(ticket, state))
  if (step.do === 'wait') return keepWatching(ctx, ticket.id, state.detail, step.look)
  if (step.do === 'warn') return warn(ctx, ticket, state)
  await postAutomaticMessage(ctx, ticket, ticket.connection_settings.expiresInactiveMessage)
  await closeInactive(ctx, ticket)
}

interface State {
  warn_minutes: number
  close_minutes: number
  is_customer_last: boolean
  silent_for: number
  /** Null: no warning since the last message. */
  warned_for: number | null
  /** What the timer keeps: the settings it follows, since when it counts, and the warning. */
  detail: object
  /** The same, counting from now on. */
  anew: object
}

/**
 * A customer who waits for an answer was the last to speak, also if automatic messages followed. The warning still
 * stands if it is the last message, and nothing else has touched the ticket. Times are compared in the database,
 * because those of messages are finer than a `Date`. Nobody could answer while the company was blocked, so silence counts
 * from the end of that, and a warning before it does not.
 */
async function readState(ctx: Ctx, ticketId: number, detail: unknown): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select n.idle_warning_minutes as warn_minutes, n.idle_close_minutes as close_minutes,
           not t.last_from_me or t.waiting_since is not null as is_customer_last,
           extract(epoch from now() - greatest(t.updated_at, k.since))::float8 as silent_for,
           case when k.stands then extract(epoch from now() - greatest(k.warned_at, k.since))::float8 end as warned_for,
           case when k.stands then k.kept else k.kept - 'warned' end as detail,
           k.kept - 'warned' || jsonb_build_object('from', now()) as anew
    from tickets t
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    join companies c on c.id = t.company_id
    cross join (select ${JSON.stringify(detail)}::jsonb as kept) d
    cross join lateral (
      select d.kept, greatest((d.kept ->> 'from')::timestamptz, c.unblocked_at) as since,
             (d.kept -> 'warned' ->> 'at')::timestamptz as warned_at,
             coalesce((d.kept -> 'warned' ->> 'messageId')::bigint = t.last_message_id
               and t.unread_count <= (d.kept -> 'warned' ->> 'unread')::int
               and greatest(t.updated_at, c.unblocked_at) <= (d.kept -> 'warned' ->> 'at')::timestamptz, false) as stands) k
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  return rows[0]
}

const silenceOf = ({ connection_settings }: LockedTicket, state: State): Silence => ({
  silentFor: state.silent_for,
  warnedFor: state.warned_for ?? undefined,
  isCustomerLast: state.is_customer_last,
  warnAfter: state.warn_minutes * 60,
  hasWarning: connection_settings.inactiveMessage.trim() !== '',
  closeAfter: state.close_minutes * 60,
  onlyCustomer: connection_settings.whenExpiresTicket === '1',
})

const keepWatching = (ctx: Ctx, ticketId: number, detail: object, due: number) =>
  setTimer(ctx, ticketId, 'inactivity', { due, detail })

/** It may be refused, if the bot has said too much already; the time to close counts from then all the same. */
async function warn(ctx: Ctx, ticket: LockedTicket, { detail, warn_minutes, close_minutes }: State): Promise<void> {
  const { inactiveMessage } = ticket.connection_settings
  if (await postAutomaticMessage(ctx, ticket, inactiveMessage))
    await keepBotMemory(ctx, ticket.id, { ...ticket.bot, sendInactiveMessage: true })
  const { rows } = await sql<{ warned: object }>`
    select jsonb_build_object('messageId', last_message_id, 'unread', unread_count, 'at', updated_at) as warned
    from tickets where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(ctx.db)
  await keepWatching(ctx, ticket.id, { ...detail, ...rows[0] }, (close_minutes || warn_minutes) * 60)
}
