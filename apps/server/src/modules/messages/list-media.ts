import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { accessTicket } from '#modules/tickets'
import { messageIsSeen } from '#modules/visibility'
import { type MessageRow, findMessages, selectMessages } from './messages.repository.ts'

const maxMessages = 200

interface ImagePage {
  /** Oldest first. */
  messages: MessageRow[]
  /** How many there are in the conversation, and the place of the first of `messages` among them, from 1. */
  count: number
  first: number
}

/** Messages with pictures: those around one of them, or the newest. */
export async function listImageMessages(
  ctx: Ctx,
  ticketId: number,
  { around, videos }: { around?: number | undefined; videos: boolean },
): Promise<ImagePage> {
  const { conversation_id } = await accessTicket(ctx, ticketId)
  const types = videos ? ['image', 'video'] : ['image']
  const before = around === undefined ? maxMessages - 1 : maxMessages / 2
  const { rows } = await sql<{ id: number; place: number; count: number }>`
    with seen as materialized (
      select m.id, row_number() over (order by m.sent_at, m.id) as place, count(*) over () as count from messages m
      where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversation_id} and m.file_id is not null
        and m.media_type = any (${types}::text[]) and m.deleted_at is null
        and exists (select from files f where f.company_id = m.company_id and f.id = m.file_id and f.state = 'ready')
        and ${messageIsSeen(ctx.actor)}),
    middle as (
      select coalesce(max(place) filter (where id = ${around ?? null}::bigint), max(place)) as place from seen)
    select seen.id, seen.place, seen.count from seen, middle
    where seen.place between middle.place - ${before}::integer and middle.place + ${maxMessages - 1}::integer - ${before}::integer`.execute(
    ctx.db,
  )
  const places = new Map(rows.map(({ id, place }) => [id, place]))
  const messages = await findMessages(ctx, [...places.keys()])
  const placeOf = ({ id }: MessageRow) => places.get(id) ?? 0
  return {
    messages: messages.toSorted((one, other) => placeOf(one) - placeOf(other)),
    count: rows[0]?.count ?? 0,
    first: rows.length === 0 ? 1 : Math.min(...places.values()),
  }
}

/** Files, links and calls of a conversation, newest first. */
export async function listMediaMessages(
  ctx: Ctx,
  ticketId: number,
): Promise<{ files: MessageRow[]; links: MessageRow[]; calls: MessageRow[] }> {
  const { conversation_id } = await accessTicket(ctx, ticketId)
  const select = (condition: ReturnType<typeof sql>) =>
    selectMessages(
      ctx,
      sql`
      select m.* from messages m
      where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversation_id} and m.deleted_at is null and not m.is_private and ${condition}
        and ${messageIsSeen(ctx.actor)}
      order by m.sent_at desc limit ${maxMessages}`,
    )
  return {
    files: await select(sql`m.file_id is not null`),
    links: await select(sql`m.file_id is null and m.body ~* 'https?://'`),
    calls: await select(sql`m.media_type = 'call_log'`),
  }
}

/** The page of each message, counted from the newest. Existing clients jump to it. */
export async function pageNumbers(ctx: Ctx, messages: MessageRow[]): Promise<Map<number, number>> {
  const [first] = messages
  if (!first) return new Map()
  const { rows } = await sql<{ id: number; position: number }>`
    select id, position from (
      select m.id, row_number() over (order by m.sent_at desc, m.id desc) as position from messages m
      where m.company_id = ${ctx.companyId} and m.conversation_id = ${first.conversation_id} and ${messageIsSeen(ctx.actor)}) numbered
    where id = any (${messages.map((message) => message.id)}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(({ id, position }) => [id, Math.ceil(position / limits.messagesPerPage)]))
}

const linkPattern = /https?:\/\/[^\s<>"'|]{1,2000}/i
export const firstLink = (body: string): string => linkPattern.exec(body)?.[0] ?? ''
