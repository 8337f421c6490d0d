import type { TicketConflict } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest, notFound } from '#platform/errors'
import { assertFeature, companyTexts } from '#modules/companies'
import { readSettings } from '#modules/settings'
import { accessTicketForChange } from './access-ticket.ts'
import { closeByHand } from './close-ticket.ts'
import { moveTicket, servedStatus, waitingStatus } from './move-ticket.ts'
import { type Change, intentOf } from './ticket-intent.ts'
import { type LockedTicket, type TicketRow, findTicket } from './tickets.repository.ts'
import type { AutoReplies } from './auto-replies.ts'

/** Accepts, transfers, returns, closes, reopens; answers the ticket as it stands, or the living one that stands in its way. */
export async function changeTicket(
  ctx: UserCtx,
  autoReplies: AutoReplies,
  id: number,
  change: Change,
): Promise<TicketRow> {
  const ticket = await accessTicketForChange(ctx, id)
  const other = ticket.status === 'closed' ? await livingTicket(ctx, ticket) : undefined
  if (other) return other

  switch (intentOf(ticket, change, ctx.actor.userId)) {
    case 'accept':
    case 'reopen':
      await serve(ctx, ticket, change)
      break
    case 'takeOver':
      throw await conflict(ctx, ticket.id)
    case 'transferToUser':
      await transferToUser(ctx, autoReplies, ticket, change)
      break
    case 'transferToQueue':
      await transferToQueue(ctx, autoReplies, ticket, change)
      break
    case 'returnToQueue':
      await returnToQueue(ctx, ticket)
      break
    case 'close':
      await closeByHand(ctx, autoReplies, ticket, { sendFarewell: change.sendFarewellMessage ?? true })
      break
    case 'adjust':
      break
  }
  await adjustBot(ctx, ticket, change)
  return reread(ctx, id)
}

/** The ticket becomes one's own. A queue is required (docs/requirements/workspace.md, section 4); groups need none. */
async function serve(ctx: UserCtx, ticket: LockedTicket, { queueId }: Change): Promise<void> {
  const queue = queueId ?? ticket.queue_id
  if (queue === null && !ticket.is_group) throw badRequest('ERR_QUEUE_REQUIRED')
  if (queueId) await assertQueue(ctx, queueId)
  await moveTicket(ctx, ticket, { status: servedStatus(ticket), userId: ctx.actor.userId, queueId: queue }, 'accept')
}

async function transferToUser(
  ctx: UserCtx,
  autoReplies: AutoReplies,
  ticket: LockedTicket,
  { userId, queueId, transferNote }: Change,
): Promise<void> {
  const to = userId ?? ctx.actor.userId
  const queue = queueId ?? ticket.queue_id
  if (queue === null) throw badRequest('ERR_QUEUE_REQUIRED')
  await assertUser(ctx, to)
  if (queueId) await assertQueue(ctx, queueId)
  await moveTicket(ctx, ticket, { status: servedStatus(ticket), userId: to, queueId: queue }, 'transfer')
  if (transferNote) await autoReplies.addNote(ctx, ticket, transferNote)
  await announceTransfer(ctx, autoReplies, ticket, { userId: to, queueId: queue })
}

async function transferToQueue(
  ctx: UserCtx,
  autoReplies: AutoReplies,
  ticket: LockedTicket,
  { queueId, transferNote }: Change,
): Promise<void> {
  if (!queueId) throw badRequest('ERR_QUEUE_REQUIRED')
  await assertQueue(ctx, queueId)
  await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId }, 'transfer')
  if (transferNote) await autoReplies.addNote(ctx, ticket, transferNote)
  await announceTransfer(ctx, autoReplies, ticket, { userId: null, queueId })
}

async function returnToQueue(ctx: UserCtx, ticket: LockedTicket): Promise<void> {
  if (ticket.status === 'pending' && ticket.user_id === null) return
  await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id }, 'return')
}

/** What the bot's part keeps of the call; `amountUsedBotQueues: 0` resets it. */
async function adjustBot(ctx: Ctx, ticket: LockedTicket, change: Change): Promise<void> {
  const { useIntegration, integrationId, promptId, amountUsedBotQueues, isBot } = change
  if (useIntegration || integrationId) await assertFeature(ctx, 'useIntegration')
  if (promptId) await assertFeature(ctx, 'useOpenAi')
  const set = Object.fromEntries(
    Object.entries({ useIntegration, integrationId, promptId, amountUsedBotQueues, isBot }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (Object.keys(set).length === 0) return
  await sql`update tickets set bot = bot || ${JSON.stringify(set)}::jsonb where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(
    ctx.db,
  )
  ctx.emit('ticket.changed', { ticketId: ticket.id })
}

async function announceTransfer(
  ctx: UserCtx,
  autoReplies: AutoReplies,
  ticket: LockedTicket,
  to: { userId: number | null; queueId: number | null },
): Promise<void> {
  if ((await readSettings(ctx)).sendMsgTransfTicket !== 'enabled') return
  const { rows } = await sql<{ user: string | null; queue: string | null }>`
    select (select name from users where company_id = ${ctx.companyId} and id = ${to.userId}) as user,
           (select name from queues where company_id = ${ctx.companyId} and id = ${to.queueId}) as queue`.execute(
    ctx.db,
  )
  const { user, queue } = rows[0] ?? { user: null, queue: null }
  const { transferred } = await companyTexts(ctx)
  if (user && to.userId !== ticket.user_id) await autoReplies.send(ctx, ticket, transferred.toAttendant(user))
  else if (queue && to.queueId !== ticket.queue_id) await autoReplies.send(ctx, ticket, transferred.toQueue(queue))
}

async function assertQueue(ctx: Ctx, id: number): Promise<void> {
  const { rows } =
    await sql`select from queues where company_id = ${ctx.companyId} and id = ${id} and archived_at is null`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw notFound('ERR_NO_QUEUE_FOUND')
}

async function assertUser(ctx: Ctx, id: number): Promise<void> {
  const { rows } =
    await sql`select from users where company_id = ${ctx.companyId} and id = ${id} and archived_at is null`.execute(
      ctx.db,
    )
  if (rows.length === 0) throw notFound('ERR_NO_USER_FOUND')
}

async function livingTicket(ctx: Ctx, ticket: LockedTicket): Promise<TicketRow | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${ticket.conversation_id} and status <> 'closed'`.execute(
    ctx.db,
  )
  return rows[0] && findTicket(ctx, rows[0].id)
}

async function reread(ctx: Ctx, id: number): Promise<TicketRow> {
  const ticket = await findTicket(ctx, id)
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}

/** Who has it, in which queue, since when: clients show it in a dialog (docs/requirements/service.md, section 7). User and queue are never null there. */
export async function conflict(ctx: Ctx, ticketId: number): Promise<AppError> {
  const { rows } = await sql<{
    id: number
    uuid: string
    status: string
    user_id: number | null
    user_name: string | null
    queue_id: number | null
    queue_name: string | null
    color: string | null
    since: Date
  }>`
    select t.id, t.uuid, t.status, t.user_id, u.name as user_name, t.queue_id, q.name as queue_name, q.color,
           coalesce((select max(l.created_at) from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id and l.kind in ('open', 'receivedTransfer', 'create', 'reopen')), t.created_at) as since
    from tickets t
    left join users u on u.company_id = t.company_id and u.id = t.user_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    where t.company_id = ${ctx.companyId} and t.id = ${ticketId}`.execute(ctx.db)
  const [row] = rows
  if (!row) return notFound('ERR_NO_TICKET_FOUND')
  const details: TicketConflict = {
    id: row.id,
    uuid: row.uuid,
    status: row.status === 'open' || row.status === 'group' ? row.status : 'pending',
    userId: row.user_id,
    user: { id: row.user_id ?? 0, name: row.user_name ?? '' },
    queue: { id: row.queue_id ?? 0, name: row.queue_name ?? '', color: row.color ?? '' },
    since: row.since.toISOString(),
  }
  return new AppError('ERR_OTHER_OPEN_TICKET', 409, details)
}
