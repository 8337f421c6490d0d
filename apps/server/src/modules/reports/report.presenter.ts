import type { ReportRow, ReportStatus, TicketStatus } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn } from '#modules/contacts'
import type { ReportRecord } from './report.repository.ts'

export interface ReportViewer {
  /** Numbers are masked for this viewer (S67). */
  masked: boolean
  /** Of the company. */
  timezone: string
}

export type PresentRow = (row: ReportRecord) => ReportRow

/** Keep the result: making its clock takes longer than using it a hundred times. */
export function presentRowsFor({ masked, timezone }: ReportViewer): PresentRow {
  const timeOf = writtenTimes(timezone)
  return (row) => {
    const times = timesOf(row)
    return {
      id: row.id,
      uuid: row.uuid,
      whatsappName: row.connection_name,
      // Contacts without a name have their number as their name.
      contactName: masked ? maskNumbersIn(row.contact_name) : row.contact_name,
      userName: row.user_name,
      queueName: row.queue_name,
      lastMessage: shownText(row.last_message, masked),
      status: statusOf(row),
      createdAt: timeOf(row.created_at),
      closedAt: times.ended && timeOf(times.ended),
      supportTime: times.supportSeconds === null ? '' : writtenDuration(times.supportSeconds),
      NPS: row.rating,
      ratingBest: bestOf(row),
      ratingComment: masked && row.rating_comment ? maskNumbersIn(row.rating_comment) : row.rating_comment,
      ticketId: row.ticket_id,
      isGroup: row.is_group,
      startedAt: isoTime(row.created_at),
      acceptedAt: isoTime(row.started_at),
      endedAt: isoTime(times.ended),
      waitSeconds: times.waitSeconds,
      supportSeconds: times.supportSeconds,
      totalSeconds: times.totalSeconds,
    }
  }
}

/** What messages and previews say to this viewer: the text of a contact card has its number. */
export const shownText = (text: string, masked: boolean): string =>
  masked && text.startsWith('BEGIN:VCARD') ? maskNumbersIn(text) : text

const words: Record<Exclude<TicketStatus, 'closed'>, ReportStatus> = {
  open: 'ABERTO',
  pending: 'PENDENTE',
  group: 'GRUPO',
  nps: 'NPS',
  lgpd: 'LGPD',
}

/** One that has ended stays closed when its ticket is opened again. */
export const statusOf = ({ finished_at, ticket_status }: ReportRecord): ReportStatus =>
  finished_at !== null || ticket_status === 'closed' ? 'FECHADO' : words[ticket_status]

/** Ratings of earlier versions were on a scale to 5 or to 10. */
export function bestOf({ rating, rating_best }: ReportRecord): number | null {
  if (rating === null) return null
  return rating_best ?? (rating > 5 ? 10 : 5)
}

interface Times {
  /** When the service was over. A rating comes later. */
  ended: Date | null
  waitSeconds: number | null
  supportSeconds: number | null
  totalSeconds: number | null
}

/** The customer waits until somebody accepts, and is served until the service is over. */
export function timesOf({ created_at, started_at, closed_at, finished_at }: ReportRecord): Times {
  const ended = closed_at ?? finished_at
  return {
    ended,
    waitSeconds: secondsBetween(created_at, started_at),
    supportSeconds: secondsBetween(started_at, ended),
    totalSeconds: secondsBetween(created_at, ended),
  }
}

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from && to && Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))

const [minute, hour, day] = [60, 3600, 86_400]

/** "1 d, 2 hrs e 5 m", as existing clients show it. */
function writtenDuration(seconds: number): string {
  const days = Math.floor(seconds / day)
  return `${days} d, ${Math.floor((seconds % day) / hour)} hrs e ${Math.floor((seconds % hour) / minute)} m`
}

/** DD/MM/YYYY HH:mm */
export function writtenTimes(timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (time) => format.format(time).replace(',', '')
}
