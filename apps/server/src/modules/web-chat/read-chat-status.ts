import { type ScheduleEntry, Schedules, type WebChatInfo } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type CompanyRow, findCompany } from '#modules/companies'
import type { MediaLinks } from '#modules/media'
import { isWithinHours, readHolidays, readSettings, schedulesOf } from '#modules/settings'
import type { Presence } from '#modules/users'
import type { WebChat } from '#modules/visitors'
import { findCurrentTicket, findQueueHours, listAttendants, readNow } from './chat-status.repository.ts'

export interface ChatStatus {
  company: CompanyRow
  /** The company is served, it is within service hours, and an attendant of the chat's queues is online. */
  online: boolean
  withinHours: boolean
  outOfHoursMessage: string
}

/** Whether the chat is within service hours, and whether an attendant is online. */
export async function readChatStatus(ctx: Ctx, webChat: WebChat, { isOnline }: Presence): Promise<ChatStatus> {
  const company = await findCompany(ctx)
  if (!company) throw new Error('a chat without its company')
  const queueIds = webChat.connection.queues.map((queue) => queue.id)
  const { withinHours, outOfHoursMessage } = await readHours(ctx, webChat, company, queueIds)
  // People of a blocked company see nothing of what visitors write.
  const attendants = withinHours && !company.is_blocked ? await listAttendants(ctx, queueIds) : []
  const online = attendants.some((userId) => isOnline(ctx.companyId, userId))
  return { company, online, withinHours, outOfHoursMessage }
}

interface Service {
  attendant: WebChatInfo['attendant']
  /** The visitor's attendant is online, even if nobody of the chat's queues is. */
  isThere: boolean
}

/** The attendant of the visitor's open ticket. */
export async function readAttendant(
  ctx: Ctx,
  conversationId: number | null,
  { links, presence }: { links: MediaLinks; presence: Presence },
): Promise<Service> {
  const ticket = conversationId === null ? undefined : await findCurrentTicket(ctx, conversationId)
  if (ticket?.status !== 'open' || ticket.user_id === null || ticket.user_name === null) {
    return { attendant: null, isThere: false }
  }
  const avatarUrl = ticket.avatar_key === null ? null : links.avatar(ctx.companyId, ticket.avatar_key)
  return { attendant: { name: ticket.user_name, avatarUrl }, isThere: presence.isOnline(ctx.companyId, ticket.user_id) }
}

/** If hours are set per queue, the chat is open while any of its queues is. */
async function readHours(ctx: Ctx, { connection, texts }: WebChat, company: CompanyRow, queueIds: readonly number[]) {
  const { scheduleType } = await readSettings(ctx)
  const at = await readNow(ctx)
  const holidays = await readHolidays(ctx)
  const queues = scheduleType === 'queue' ? await findQueueHours(ctx, queueIds) : []
  const isOpen = (queue?: readonly ScheduleEntry[]) =>
    isWithinHours(
      schedulesOf(scheduleType, {
        company: Schedules.parse(company.opening_hours),
        connection: connection.opening_hours,
        queue,
      }),
      { at, timeZone: company.timezone, holidays },
    )
  const withinHours =
    queues.length === 0 ? isOpen() : queues.some((queue) => isOpen(Schedules.parse(queue.opening_hours)))
  return { withinHours, outOfHoursMessage: queues[0]?.out_of_hours_message || texts.outOfHoursMessage }
}

export async function readLanguage(ctx: Ctx): Promise<string> {
  return (await findCompany(ctx))?.language ?? 'pt-BR'
}
