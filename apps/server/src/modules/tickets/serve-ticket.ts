import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { moveTicket, servedStatus, waitingStatus } from './move-ticket.ts'
import type { LockedTicket } from './tickets.repository.ts'

/** Without a queue id the ticket keeps its queue. */
interface Destination {
  userId: number
  queueId?: number | null | undefined
}

/**
 * Assigns the ticket to a user, and reopens it if it was closed. It needs a queue (docs/requirements/workspace.md, section
 * 4) unless it is a group's.
 */
export async function acceptTicket(ctx: Ctx, ticket: LockedTicket, { userId, queueId }: Destination): Promise<void> {
  const queue = queueId ?? (await keptQueue(ctx, ticket))
  if (queue === null && !ticket.is_group) throw badRequest('ERR_QUEUE_REQUIRED')
  if (queueId) await assertQueue(ctx, queueId)
  const cause = ticket.status === 'closed' ? 'reopen' : 'accept'
  await moveTicket(ctx, ticket, { status: servedStatus(ticket), userId, queueId: queue }, cause)
}

export async function transferToUser(ctx: Ctx, ticket: LockedTicket, { userId, queueId }: Destination): Promise<void> {
  const queue = queueId ?? (await keptQueue(ctx, ticket))
  if (queue === null) throw badRequest('ERR_QUEUE_REQUIRED')
  await assertUser(ctx, userId)
  if (queueId) await assertQueue(ctx, queueId)
  await moveTicket(ctx, ticket, { status: servedStatus(ticket), userId, queueId: queue }, 'transfer')
}

export async function transferToQueue(ctx: Ctx, ticket: LockedTicket, queueId: number): Promise<void> {
  await assertQueue(ctx, queueId)
  await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId }, 'transfer')
}

export async function returnToQueue(ctx: Ctx, ticket: LockedTicket): Promise<void> {
  if (ticket.status === 'pending' && ticket.user_id === null) return
  const queueId = await keptQueue(ctx, ticket)
  await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId }, 'return')
}

/** Tickets leave a queue that is deleted, but those that were closed then are still in it. */
async function keptQueue(ctx: Ctx, { status, queue_id: queueId }: LockedTicket): Promise<number | null> {
  if (queueId === null || status !== 'closed') return queueId
  return (await isQueueInUse(ctx, queueId)) ? queueId : null
}

async function assertQueue(ctx: Ctx, id: number): Promise<void> {
  if (!(await isQueueInUse(ctx, id))) throw notFound('ERR_NO_QUEUE_FOUND')
}

/** It is not deleted until the end of the unit of work. */
async function isQueueInUse(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from queues where company_id = ${ctx.companyId} and id = ${id} and archived_at is null for key share`.execute(
    ctx.db,
  )
  return rows.length > 0
}

async function assertUser(ctx: Ctx, id: number): Promise<void> {
  const { rows } =
    await sql`select from users where company_id = ${ctx.companyId} and id = ${id} and archived_at is null`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw notFound('ERR_NO_USER_FOUND')
}
