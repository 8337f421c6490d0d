import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isWithinHours, readHolidays, readSettings, schedulesOf } from '#modules/settings'
import type { CompanySettings, ScheduleEntry } from '@guiche/contract'
import { postAutomaticMessage } from '#modules/messages'
import { type LockedTicket, lockTicket } from '#modules/tickets'
import type { ReceivedMessage } from './received-message.ts'

/**
 * Answers a new ticket automatically: with the out-of-hours message outside service hours, otherwise with the greeting
 * (docs/requirements/service.md, section 3). Menus and bots come after this.
 */
export async function greet(ctx: Ctx, messages: ReceivedMessage[]): Promise<void> {
  for (const { ticketId, isFirst, isEcho, isCall, missed } of messages) {
    // No greeting if we started the conversation, for calls, and for messages that were sent while the connection was
    // offline (docs/adr/0006).
    if (!isFirst || isEcho || isCall || missed) continue
    const ticket = await lockTicket(ctx, ticketId)
    if (!ticket || ticket.is_group) continue
    await postAutomaticMessage(ctx, ticket, await textFor(ctx, ticket))
  }
}

async function textFor(ctx: Ctx, ticket: LockedTicket): Promise<string> {
  const settings = await readSettings(ctx)
  const away = await awayMessage(ctx, ticket, settings.scheduleType)
  if (away !== undefined) return away
  const greeting = ticket.connection_settings.greetingMessage
  return settings.sendGreetingMessageOneQueues === 'enabled' && greeting.trim().length > 1 ? greeting : ''
}

/** Undefined within service hours; otherwise the out-of-hours message, which may be empty. */
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
  const holidays = await readHolidays(ctx)
  if (isWithinHours(hours, { at: row.now, timeZone: row.timezone, holidays })) return undefined
  return scheduleType === 'queue' ? (row.queue_away ?? '') : ticket.connection_settings.outOfHoursMessage
}
