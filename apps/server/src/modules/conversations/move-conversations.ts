import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { moveEntries } from '#modules/delivery'
import { reassignAttendances, reassignTickets, markLatest } from '#modules/tickets'
import { joinTickets } from './join-tickets.ts'
import { moveMessages } from './messages-of-conversation.repository.ts'

/** Recorded with the merge, so that it can be undone. */
export interface MovedConversation {
  id: number
  /** The conversation that it was merged into; null if the kept contact had none on this connection. */
  into: number | null
  tickets: number[]
}

interface Pair {
  id: number
  into: number | null
}

/** Moves conversations to another contact. If both have one on a connection, the two are merged. */
export async function moveConversations(ctx: Ctx, keptId: number, mergedId: number): Promise<MovedConversation[]> {
  const { rows: held } = await sql<{ id: number; contact_id: number; connection_id: number }>`
    select id, contact_id, connection_id from conversations
    where company_id = ${ctx.companyId} and contact_id in (${keptId}, ${mergedId}) order by id for update`.execute(
    ctx.db,
  )
  const kept = new Map(held.flatMap((one) => (one.contact_id === keptId ? [[one.connection_id, one.id]] : [])))
  const pairs = held
    .filter(({ contact_id }) => contact_id === mergedId)
    .map(({ id, connection_id }): Pair => ({ id, into: kept.get(connection_id) ?? null }))

  const moved: MovedConversation[] = []
  for (const pair of pairs) {
    if (pair.into !== null) await joinTickets(ctx, pair.into, pair.id)
    moved.push({ ...pair, tickets: await moveOne(ctx, keptId, pair) })
  }
  return moved
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
  await markLatest(ctx, into)
  await sql`
    with gone as (delete from conversations where company_id = ${ctx.companyId} and id = ${id} returning last_inbound_at)
    update conversations v set last_inbound_at = greatest(v.last_inbound_at, gone.last_inbound_at)
    from gone where v.company_id = ${ctx.companyId} and v.id = ${into}`.execute(ctx.db)
}
