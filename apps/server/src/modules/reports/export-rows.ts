import { isStandIn } from '@guiche/contract'
import { maskNumbersIn, presentNumber } from '#modules/contacts'
import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { timesIn } from '#platform/sheets/times-in'
import type { SheetColumn } from '#platform/sheets/write-workbook'
import type { Texts } from '#texts'
import { type MessageText, textsOf } from './message-texts.ts'
import { messageIdsOf } from './messages-of-report.repository.ts'
import { bestOf, shownText, statusOf, timesOf } from './report.presenter.ts'
import { type ReportRecord, type Wanted, nextRows } from './report.repository.ts'
import { type WaitRecord, waitsOf } from './waits-of-report.repository.ts'

export interface SheetSource {
  units: Pick<Units, 'read'>
  actor: UserActor
  filter: Wanted
  texts: Texts
  timezone: string
  /** Told after each part: so many conversations are in the file. */
  onProgress: (conversations: number) => Promise<void>
}

export interface Sheet {
  columns: SheetColumn[]
  rows: AsyncGenerator<string[][]>
}

/** A row for each attendance, the newest first. */
export function conversationSheet(source: SheetSource): Sheet {
  const { contactSheet, reportSheet: words } = source.texts
  const { actor, timezone } = source
  const timeOf = timesIn(timezone)
  const columns = [
    { title: words.ticket, width: 12 },
    { title: contactSheet.name, width: 32 },
    { title: contactSheet.number, width: 20 },
    { title: contactSheet.email, width: 32 },
    { title: words.connection, width: 24 },
    { title: words.queue, width: 24 },
    { title: words.user, width: 24 },
    { title: words.status, width: 14 },
    { title: words.begin, width: 20 },
    { title: words.accepted, width: 20 },
    { title: words.end, width: 20 },
    { title: words.wait, width: 12 },
    { title: words.service, width: 12 },
    { title: words.total, width: 12 },
    { title: words.rating, width: 12 },
    { title: words.ratingBest, width: 12 },
    { title: words.ratingComment, width: 40 },
    { title: words.lastMessage, width: 60 },
  ]
  return { columns, rows: conversations(source, cellsOf) }

  function cellsOf(row: ReportRecord): string[] {
    const { ended, waitSeconds, supportSeconds, totalSeconds } = timesOf(row)
    return [
      String(row.ticket_id),
      ...personCells(row, actor),
      row.contact_email,
      row.connection_name,
      row.queue_name ?? '',
      row.user_name ?? '',
      words.statuses[statusOf(row)],
      ...[row.created_at, row.started_at, ended].map(timeOf),
      ...[waitSeconds, supportSeconds, totalSeconds].map(hoursOf),
      ...[row.rating, bestOf(row)].map((one) => (one === null ? '' : String(one))),
      actor.numbersMasked ? maskNumbersIn(row.rating_comment ?? '') : (row.rating_comment ?? ''),
      shownText(row.last_message, actor.numbersMasked),
    ]
  }
}

/** A row for each wait of a customer in these attendances that has ended. */
export function waitSheet(source: SheetSource): Sheet {
  const { contactSheet, reportSheet: words } = source.texts
  const { units, actor, timezone } = source
  const timeOf = timesIn(timezone)
  const columns = [
    { title: words.ticket, width: 12 },
    { title: contactSheet.name, width: 32 },
    { title: contactSheet.number, width: 20 },
    { title: words.connection, width: 24 },
    { title: words.queue, width: 24 },
    { title: words.waitedFrom, width: 20 },
    { title: words.waitedTo, width: 20 },
    { title: words.waited, width: 12 },
    { title: words.waitedInService, width: 16 },
    { title: words.answeredBy, width: 24 },
  ]
  return { columns, rows: rows() }

  async function* rows(): AsyncGenerator<string[][]> {
    for await (const found of attendances(source, batch)) {
      const waits = await units.read(actor, (ctx) =>
        waitsOf(
          ctx,
          found.map(({ id }) => id),
        ),
      )
      const waitsIn = Map.groupBy(waits, (wait) => wait.turn_id)
      yield found.flatMap((row) => (waitsIn.get(row.id) ?? []).map((wait) => cellsOf(row, wait)))
    }
  }

  function cellsOf(row: ReportRecord, wait: WaitRecord): string[] {
    return [
      String(row.ticket_id),
      ...personCells(row, actor),
      row.connection_name,
      wait.queue_name ?? '',
      timeOf(wait.began_at),
      timeOf(wait.ended_at),
      hoursOf(wait.seconds),
      hoursOf(wait.service_seconds),
      wait.user_name ?? (wait.ended_by === 'nobody' ? words.unanswered : (words.origins['phone'] ?? '')),
    ]
  }
}

/** More would need too much memory if each has many messages. */
const conversationsAtOnce = 100
const messagesAtOnce = 500

/** A row for each message of these attendances. */
export function messageSheet(source: SheetSource): Sheet {
  const { contactSheet, reportSheet: words } = source.texts
  const { units, actor, timezone } = source
  const timeOf = timesIn(timezone)
  const columns = [
    { title: words.ticket, width: 12 },
    { title: contactSheet.name, width: 32 },
    { title: contactSheet.number, width: 20 },
    { title: words.connection, width: 24 },
    { title: words.sentAt, width: 20 },
    { title: words.direction, width: 16 },
    { title: words.author, width: 24 },
    { title: words.text, width: 80 },
    { title: words.file, width: 32 },
  ]
  return { columns, rows: rows() }

  async function* rows(): AsyncGenerator<string[][]> {
    for await (const found of attendances(source, conversationsAtOnce)) {
      const rowOf = new Map(found.map((row) => [row.ticket_id, row]))
      for await (const messages of messagesOf(found.map(({ id }) => id)))
        yield messages.flatMap((message) => {
          const row = rowOf.get(message.ticketId)
          return row ? [cellsOf(row, message)] : []
        })
    }
  }

  async function* messagesOf(attendanceIds: number[]): AsyncGenerator<MessageText[]> {
    let after = { nth: 0, id: 0 }
    for (;;) {
      const from = after
      const part = await units.read(actor, async (ctx) => {
        const places = await messageIdsOf(ctx, attendanceIds, { after: from, most: messagesAtOnce })
        return {
          places,
          messages: await textsOf(
            ctx,
            places.map(({ id }) => id),
          ),
        }
      })
      yield part.messages
      const last = part.places.at(-1)
      if (!last || part.places.length < messagesAtOnce) return
      after = last
    }
  }

  function cellsOf(row: ReportRecord, message: MessageText): string[] {
    const { sentAt, fromMe, isPrivate, origin, author, mediaType, text, fileName } = message
    const direction = isPrivate ? 'note' : fromMe ? 'sent' : 'received'
    return [
      String(row.ticket_id),
      ...personCells(row, actor),
      row.connection_name,
      timeOf(sentAt),
      words.directions[direction],
      author || (fromMe ? (words.origins[origin] ?? '') : ''),
      // A message without a text is told by its kind.
      text || (fileName === '' ? mediaType : ''),
      fileName,
    ]
  }
}

/** Name and number as the person sees them (S67). */
function personCells({ contact_id, contact_name, contact_phone }: ReportRecord, { numbersMasked }: UserActor) {
  const number = presentNumber({ id: contact_id, phone: contact_phone }, numbersMasked)
  return [numbersMasked ? maskNumbersIn(contact_name) : contact_name, isStandIn(number) ? '' : number]
}

const batch = 1000

async function* conversations(
  source: SheetSource,
  cellsOf: (row: ReportRecord) => string[],
): AsyncGenerator<string[][]> {
  for await (const rows of attendances(source, batch)) yield rows.map(cellsOf)
}

/** In batches, each in a unit of work of its own, so that others are served between them (R50). */
async function* attendances(
  { units, actor, filter, onProgress }: SheetSource,
  most: number,
): AsyncGenerator<ReportRecord[]> {
  let after: ReportRecord | undefined
  for (let done = 0; ;) {
    const from = after
    const rows = await units.read(actor, (ctx) => nextRows(ctx, filter, { after: from, most }))
    if (rows.length > 0) yield rows
    done += rows.length
    await onProgress(done)
    after = rows.at(-1)
    if (rows.length < most) return
  }
}

/** HH:MM:SS */
function hoursOf(seconds: number | null): string {
  if (seconds === null) return ''
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
