import type { TicketStatus } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { SeenTicket } from '#modules/visibility'
import { markTicket } from './counted/changed-days.repository.ts'

/** Moves the tickets of a conversation to another contact, and with `into` to another conversation. */
export async function reassignTickets(
  ctx: Ctx,
  conversationId: number,
  { contactId, into }: { contactId: number; into: number | null },
): Promise<{ id: number; status: TicketStatus; is_latest: boolean }[]> {
  const { rows } = await sql<{ id: number; status: TicketStatus; is_latest: boolean }>`
    update tickets set contact_id = ${contactId}, conversation_id = coalesce(${into}::bigint, conversation_id)
    where company_id = ${ctx.companyId} and conversation_id = ${conversationId} returning id, status, is_latest`.execute(
    ctx.db,
  )
  return rows
}

/** Moves these tickets to a conversation of another contact. Returns those that still exist. */
export async function putTickets(
  ctx: Ctx,
  ids: readonly number[],
  { contactId, conversationId }: { contactId: number; conversationId: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update tickets set contact_id = ${contactId}, conversation_id = ${conversationId}
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The latest ticket of a conversation is the one that is not closed, else the one that was closed last. */
export async function markLatest(ctx: Ctx, conversationId: number): Promise<void> {
  await sql`
    with latest as (
      select t.id from tickets t where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId}
      order by (t.status <> 'closed') desc, coalesce(t.closed_at, t.created_at) desc, t.id desc limit 1)
    update tickets t set is_latest = t.id = latest.id
    from latest where t.company_id = ${ctx.companyId} and t.conversation_id = ${conversationId}`.execute(ctx.db)
}

/** Tickets that were closed and are not any more are the latest of their conversations, even if newer ones are closed. */
export async function markOpened(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update tickets t set is_latest = t.id = o.id from tickets o
    where o.company_id = ${ctx.companyId} and o.id = any (${ids}::bigint[]) and not o.is_latest
      and t.company_id = o.company_id and t.conversation_id = o.conversation_id and (t.is_latest or t.id = o.id)`.execute(
    ctx.db,
  )
}

/** A ticket whose conversation has a later one, which shows its messages too. */
export interface EarlierTicket extends SeenTicket {
  id: number
  latest_id: number
}

/** Those of these tickets that are not the latest of their conversations. */
export async function findEarlier(ctx: Ctx, ids: readonly number[]): Promise<EarlierTicket[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EarlierTicket>`
    select t.id, t.user_id, t.queue_id, t.is_group, l.id as latest_id
    from tickets t join tickets l on l.company_id = t.company_id and l.conversation_id = t.conversation_id and l.is_latest
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[]) and not t.is_latest`.execute(ctx.db)
  return rows
}

/** The caller has removed the messages of the ticket. */
export async function removeTicket(ctx: Ctx, id: number): Promise<void> {
  await markTicket(ctx, id)
  await sql`delete from tickets where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}
