import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isWithinHours, readSettings, schedulesOf } from '#modules/settings'
import type { CompanySettings, ScheduleEntry } from '@guiche/contract'
import { type LockedTicket, logTicket, lockTicket } from '#modules/tickets'
import { postAutomatic } from './post-message.ts'
import type { ReceivedMessage } from './receive-messages.ts'

/**
 * What the house says by itself when a ticket begins: outside of service hours that nobody is there, otherwise the
 * greeting (behaviour of the family, sections 6 and 9). Menus and bots come after this. True: something was said.
 */
export async function greet(ctx: Ctx, messages: ReceivedMessage[]): Promise<boolean> {
  let hasSpoken = false
  for (const { ticketId, isFirst, isEcho, isCall, missed } of messages) {
    // Whom we write to first is not greeted, nor whose call rings, nor who wrote while nobody could hear them (docs/adr/0006).
    if (!isFirst || isEcho || isCall || missed) continue
    const ticket = await lockTicket(ctx, ticketId)
    if (!ticket || ticket.is_group) continue
    const text = await textFor(ctx, ticket)
    if (!text || !(await mayAnswerByItself(ctx, ticket))) continue
    await postAutomatic(ctx, ticket, text)
    hasSpoken = true
  }
  return hasSpoken
}

async function textFor(ctx: Ctx, ticket: LockedTicket): Promise<string> {
  const settings = await readSettings(ctx)
  const away = await awayMessage(ctx, ticket, settings.scheduleType)
  if (away !== undefined) return away
  const greeting = ticket.connection_settings['greetingMessage']
  return settings.sendGreetingMessageOneQueues === 'enabled' &&
    typeof greeting === 'string' &&
    greeting.trim().length > 1
    ? greeting
    : ''
}

/** Undefined within hours; otherwise what is set to be said, which may be nothing. */
async function awayMessage(
  ctx: Ctx,
  ticket: LockedTicket,
  scheduleType: CompanySettings['scheduleType'],
): Promise<string | undefined> {
  if (scheduleType === 'disabled') return undefined
  const { rows } = await sql<{
    company_hours: ScheduleEntry[]
    queue_hours: ScheduleEntry[] | null
    queue_away: string | null
    timezone: string
    now: Date
  }>`
    select o.opening_hours as company_hours, o.timezone, q.opening_hours as queue_hours, q.out_of_hours_message as queue_away, now() as now
    from companies o left join queues q on q.company_id = o.id and q.id = ${ticket.queue_id}
    where o.id = ${ctx.companyId}`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const hours = schedulesOf(scheduleType, {
    company: row.company_hours,
    connection: ticket.schedules,
    queue: row.queue_hours ?? undefined,
  })
  if (isWithinHours(hours, { at: row.now, timeZone: row.timezone })) return undefined
  const connectionAway = ticket.connection_settings['outOfHoursMessage']
  return scheduleType === 'queue' ? (row.queue_away ?? '') : typeof connectionAway === 'string' ? connectionAway : ''
}

const mostByItself = 20

/** Two machines must not talk to each other for ever: at most 20 automatic messages per contact in 10 minutes, then the ticket says so (R13). */
export async function mayAnswerByItself(ctx: Ctx, ticket: LockedTicket): Promise<boolean> {
  const { rows } = await sql<{ said: number; flagged: boolean }>`
    select (select count(*) from messages m
            where m.company_id = ${ctx.companyId} and m.conversation_id = ${ticket.conversation_id} and m.origin = 'bot' and m.sent_at > now() - interval '10 minutes') as said,
           exists (select from ticket_log l where l.company_id = ${ctx.companyId} and l.ticket_id = ${ticket.id} and l.kind = 'loopGuard'
                   and l.created_at > now() - interval '10 minutes') as flagged`.execute(ctx.db)
  const { said, flagged } = rows[0] ?? { said: 0, flagged: false }
  if (said < mostByItself) return true
  if (!flagged) {
    await logTicket(ctx, ticket.id, 'loopGuard')
    ctx.emit('ticket.changed', { ticketId: ticket.id })
  }
  return false
}
