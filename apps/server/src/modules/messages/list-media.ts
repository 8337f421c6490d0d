import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { accessTicket } from '#modules/tickets'
import { messageIsSeen } from '#modules/visibility'
import { type MessageRow, selectMessages } from './messages.repository.ts'

const maxMessages = 200

/** Messages with pictures, newest first. */
export async function listImageMessages(ctx: Ctx, ticketId: number): Promise<MessageRow[]> {
  const { conversation_id } = await accessTicket(ctx, ticketId)
  return selectMessages(
    ctx,
    sql`
    select m.* from messages m
    where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversation_id} and m.file_id is not null and m.media_type = 'image' and m.deleted_at is null
      and ${messageIsSeen(ctx.actor)}
    order by m.sent_at desc limit ${maxMessages}`,
  )
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
