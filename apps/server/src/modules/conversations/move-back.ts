import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { JoinedTickets, MergeRecord, MovedConversation } from '#modules/contacts'
import { followMessages } from '#modules/delivery'
import { putNotes } from '#modules/notes'
import {
  type MovableTicket,
  markLatest,
  moveTickets,
  putTickets,
  reassignAttendances,
  reassignTickets,
  restorePreviews,
} from '#modules/tickets'
import { insertConversation } from './tables/inserted-conversations.repository.ts'
import { moveMessagesOfTickets, putMessages } from './tables/messages-of-conversation.repository.ts'

interface Parted {
  keptId: number
  mergedId: number
}

/**
 * Moves conversations and tickets back to a contact that was merged. What was written since stays in the ticket in which
 * it was written.
 */
export async function moveBack(
  ctx: Ctx,
  parted: Parted,
  { conversations, joined }: Pick<MergeRecord, 'conversations' | 'joined'>,
): Promise<void> {
  const touched = conversations.flatMap(({ id, into }) => (into === null ? [id] : [id, into]))
  await sql`select from conversations where company_id = ${ctx.companyId} and id = any (${touched}::bigint[]) order by id for update`.execute(
    ctx.db,
  )
  const tickets: number[] = []
  for (const conversation of conversations) tickets.push(...(await moveOneBack(ctx, parted, conversation)))
  for (const pair of joined) await separate(ctx, pair)
  await followMessages(ctx, touched)
  await restorePreviews(
    ctx,
    joined.flatMap(({ previews }) => previews),
  )
  await reopen(
    ctx,
    joined.map(({ ending }) => ending),
  )
  for (const id of touched) await markLatest(ctx, id)
  for (const ticketId of new Set([...tickets, ...joined.flatMap(({ staying, ending }) => [staying, ending])]))
    ctx.emit('ticket.changed', { ticketId })
}

async function moveOneBack(ctx: Ctx, { keptId, mergedId }: Parted, conversation: MovedConversation): Promise<number[]> {
  const { id, into, tickets } = conversation
  const mergedContact = { contactId: mergedId, conversationId: id }
  if (into === null) {
    const { rows } = await sql`
      update conversations set contact_id = ${mergedId}
      where company_id = ${ctx.companyId} and id = ${id} and contact_id = ${keptId} returning id`.execute(ctx.db)
    if (rows.length === 0) return []
    const moved = (await reassignTickets(ctx, id, { contactId: mergedId, into: null })).map((ticket) => ticket.id)
    await reassignAttendances(ctx, mergedId, moved)
    return moved
  }
  await insertConversation(ctx, mergedId, conversation)
  await moveMessagesOfTickets(ctx, tickets, { from: into, into: id })
  const moved = await putTickets(ctx, tickets, mergedContact)
  await reassignAttendances(ctx, mergedId, moved)
  return moved
}

/** Gives a ticket that the merge has closed its messages and notes back. */
async function separate(ctx: Ctx, { ending, messages, notes }: JoinedTickets): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from tickets where company_id = ${ctx.companyId} and id = ${ending} for update`.execute(
    ctx.db,
  )
  const [ticket] = rows
  if (!ticket) return
  await putMessages(ctx, messages, { ticketId: ending, conversationId: ticket.conversation_id })
  await putNotes(ctx, notes, ending)
}

/** Tickets that the merge has closed go on, where no other ticket of their conversation does. */
async function reopen(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<MovableTicket>`
    select t.id, t.contact_id, t.status, t.user_id, t.queue_id, t.is_group from tickets t
    where t.company_id = ${ctx.companyId} and t.id = any (${[...ids]}::bigint[]) and t.status = 'closed'
      and not exists (
        select from tickets o where o.company_id = t.company_id and o.conversation_id = t.conversation_id and o.status <> 'closed')
    order by t.id for update`.execute(ctx.db)
  await moveTickets(
    ctx,
    rows.map((ticket) => ({
      ticket,
      to: { status: ticket.user_id === null ? 'pending' : 'open', userId: ticket.user_id, queueId: ticket.queue_id },
    })),
    'reopen',
  )
}
