import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { JoinedTickets, MergeRecord, MovedConversation } from '#modules/contacts'
import { moveEntries } from '#modules/delivery'
import { reassignAttendances, reassignTickets, markLatest } from '#modules/tickets'
import { joinTickets } from './join-tickets.ts'
import { moveMessages, putIntoTickets } from './tables/messages-of-conversation.repository.ts'

type Held = Omit<MovedConversation, 'into' | 'tickets'> & { contactId: number }
type Pair = Pick<MovedConversation, 'id' | 'into'>

/** Moves conversations to another contact. If both have one on a connection, the two are merged. */
export async function moveConversations(
  ctx: Ctx,
  keptId: number,
  mergedId: number,
): Promise<Pick<MergeRecord, 'conversations' | 'joined'>> {
  const held = await lockConversations(ctx, [keptId, mergedId])
  const kept = new Map(held.flatMap((one) => (one.contactId === keptId ? [[one.connectionId, one.id]] : [])))
  const conversations: MovedConversation[] = []
  const joined: JoinedTickets[] = []
  for (const { contactId, ...conversation } of held) {
    if (contactId !== mergedId) continue
    const pair = { id: conversation.id, into: kept.get(conversation.connectionId) ?? null }
    const tickets = pair.into === null ? undefined : await joinTickets(ctx, pair.into, pair.id)
    if (tickets) joined.push(tickets)
    conversations.push({ ...conversation, into: pair.into, tickets: await moveOne(ctx, keptId, pair) })
  }
  return { conversations, joined }
}

async function lockConversations(ctx: Ctx, contactIds: number[]): Promise<Held[]> {
  const { rows } = await sql<{ id: number; held: Held }>`
    select id, json_build_object('id', id, 'contactId', contact_id, 'connectionId', connection_id, 'address', address,
      'lastInboundAt', last_inbound_at, 'createdAt', created_at) as held
    from conversations
    where company_id = ${ctx.companyId} and contact_id = any (${contactIds}::bigint[]) order by id for update`.execute(
    ctx.db,
  )
  return rows.map(({ held }) => held)
}

async function moveOne(ctx: Ctx, keptId: number, { id, into }: Pair): Promise<number[]> {
  const tickets = await reassignTickets(ctx, id, { contactId: keptId, into })
  await reassignAttendances(
    ctx,
    keptId,
    tickets.map((ticket) => ticket.id),
  )
  if (into === null)
    await sql`update conversations set contact_id = ${keptId} where company_id = ${ctx.companyId} and id = ${id}`.execute(
      ctx.db,
    )
  else await mergeConversation(ctx, id, into)
  for (const ticket of tickets)
    if (ticket.is_latest || ticket.status !== 'closed') ctx.emit('ticket.changed', { ticketId: ticket.id })
  return tickets.map((ticket) => ticket.id)
}

async function mergeConversation(ctx: Ctx, id: number, into: number): Promise<void> {
  await moveMessages(ctx, id, into)
  await moveEntries(ctx, id, into)
  await putIntoTickets(ctx, [into])
  await markLatest(ctx, into)
  await sql`
    with gone as (delete from conversations where company_id = ${ctx.companyId} and id = ${id} returning last_inbound_at)
    update conversations v set last_inbound_at = greatest(v.last_inbound_at, gone.last_inbound_at)
    from gone where v.company_id = ${ctx.companyId} and v.id = ${into}`.execute(ctx.db)
}
