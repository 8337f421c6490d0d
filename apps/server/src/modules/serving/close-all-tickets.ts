import { type TicketStatus, isWaiting } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { audit } from '#platform/audit'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { type LockedTicket, closeTicket, lockTicket } from '#modules/tickets'

interface Wanted {
  status: 'open' | 'pending' | 'group'
  queueIds?: (number | null)[] | undefined
}

/** The tickets that one transaction closes. It holds their conversations, so that no message comes in meanwhile. */
const batchSize = 100

/**
 * Closes all tickets of a status without farewells. Each batch is a transaction of its own: if the process is killed,
 * the remaining tickets stay as they are, and what was closed is in the audit log.
 */
export async function closeAllTickets(
  run: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>,
  wanted: Wanted,
): Promise<number> {
  let waiting = await run((ctx) => findTicketIds(ctx, wanted))
  let closed = 0
  do {
    const batch = waiting.slice(0, batchSize)
    closed += await run((ctx) => closeBatch(ctx, batch, wanted))
    waiting = waiting.slice(batchSize)
  } while (waiting.length > 0)
  return closed
}

/** How many tickets would be closed now. */
export async function countTicketsToClose(ctx: Ctx, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tickets where ${isWanted(ctx, wanted)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** In the order in which conversations are locked. */
async function findTicketIds(ctx: Ctx, wanted: Wanted): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where ${isWanted(ctx, wanted)} order by conversation_id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

function isWanted({ companyId }: Ctx, { status, queueIds }: Wanted): RawBuilder<SqlBool> {
  const queues = chosenQueues(queueIds)
  return sql<SqlBool>`company_id = ${companyId} and status = any (${[...statusesOf(status)]}::text[])
    and (${queues.length === 0} or coalesce(queue_id, 0) = any (${queues}::bigint[]))`
}

async function closeBatch(ctx: Ctx, ids: number[], { status, queueIds }: Wanted): Promise<number> {
  const queues = chosenQueues(queueIds)
  let closed = 0
  for (const id of ids) {
    const ticket = await lockTicket(ctx, id)
    // It may have moved since the tickets were listed.
    if (!ticket || !statusesOf(status).includes(ticket.status) || !isOfQueues(ticket, queues)) continue
    await closeTicket(ctx, ticket)
    closed += 1
  }
  await audit(ctx, { action: 'ticket.closeAll', object: 'ticket', detail: { status, closed } })
  return closed
}

/** Those that the list of waiting tickets shows, or the one. */
const statusesOf = (status: Wanted['status']): readonly TicketStatus[] =>
  isWaiting(status) ? ['pending', 'lgpd'] : [status]

/** None chosen: all. The id 0 stands for "no queue". */
const chosenQueues = (queueIds: Wanted['queueIds'] = []): number[] => queueIds.map((id) => id ?? 0)

const isOfQueues = ({ queue_id }: LockedTicket, queues: number[]): boolean =>
  queues.length === 0 || queues.includes(queue_id ?? 0)
