import type { TicketStatus } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { onlyQueueOf } from './begin-tickets.ts'
import { type Move, type MoveCause, moveTickets, waitingStatus } from './move-ticket.ts'
import { type LockedTicket, lockTickets } from './tickets.repository.ts'

/** The tickets of one transaction, which holds their conversations, so that no message comes in meanwhile. */
const batchSize = 100

/** A waiting ticket has a user if the bot has assigned it. */
const assigned: readonly TicketStatus[] = ['open', 'group', 'pending']

interface Release {
  cause: MoveCause
  /** Undefined: the ticket has moved since it was found. `onlyQueueId`: of its connection. */
  to: (ticket: LockedTicket, onlyQueueId: number | null) => Move['to'] | undefined
}

/**
 * Returns the tickets of a deleted user to their queues, so that no customer waits for somebody who has left. Tickets of a
 * deleted queue wait in the only queue that their connection is left with; else they keep none, and users who see all
 * tickets find them there.
 */
export function releaseTicketsOf({ units, followers }: Pick<Deps, 'units' | 'followers'>): void {
  followers.follow('user.deleted', 'tickets.release', (companyId, { userId }) =>
    releaseAll(companyId, sql`t.user_id = ${userId} and t.status = any (${[...assigned]}::text[])`, {
      cause: 'return',
      to: (ticket) =>
        ticket.user_id === userId && assigned.includes(ticket.status)
          ? { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id }
          : undefined,
    }),
  )
  followers.follow('queue.deleted', 'tickets.leaveQueue', (companyId, { queueId }) =>
    releaseAll(companyId, sql`t.queue_id = ${queueId} and t.status <> 'closed'`, {
      cause: 'queueDeleted',
      to: ({ status, user_id: userId, queue_id }, onlyQueueId) =>
        queue_id === queueId && status !== 'closed' ? { status, userId, queueId: onlyQueueId } : undefined,
    }),
  )

  async function releaseAll(companyId: number, which: RawBuilder<SqlBool>, release: Release) {
    for (let last: number | undefined = 0; last !== undefined;)
      last = await units.run({ kind: 'system', companyId }, (ctx) => releaseBatch(ctx, which, release, last ?? 0))
  }
}

/** In the order in which conversations are locked; returns the last one. */
async function releaseBatch(
  ctx: Ctx,
  which: RawBuilder<SqlBool>,
  { cause, to }: Release,
  after: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; conversation_id: number; only_queue_id: number | null }>`
    select t.id, t.conversation_id, ${onlyQueueOf(sql`t`)} as only_queue_id
    from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id
    where t.company_id = ${ctx.companyId} and ${which} and t.conversation_id > ${after}
    order by t.conversation_id limit ${sql.lit(batchSize)} for no key update of v`.execute(ctx.db)
  const onlyQueues = new Map(rows.map(({ id, only_queue_id }) => [id, only_queue_id]))
  const tickets = await lockTickets(ctx, [...onlyQueues.keys()])
  const moves = tickets.flatMap((ticket): Move[] => {
    const next = to(ticket, onlyQueues.get(ticket.id) ?? null)
    return next ? [{ ticket, to: next }] : []
  })
  await moveTickets(ctx, moves, cause)
  return rows.at(-1)?.conversation_id
}
