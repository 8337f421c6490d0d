import type { TicketConflict } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest, notFound } from '#platform/errors'
import { readSettings } from '#modules/settings'
import { accessTicketForChange } from './access-ticket.ts'
import { closeTicket } from './close-ticket.ts'
import { type Change, intentOf } from './ticket-intent.ts'
import { logTicket } from './ticket-log.ts'
import { placeOf } from './tickets.live.ts'
import { type LockedTicket, type TicketRow, findTicket } from './tickets.repository.ts'
import type { Voice } from './voice.ts'

/** Accepts, transfers, returns, closes, reopens; answers the ticket as it stands, or the living one that stands in its way. */
export async function changeTicket(ctx: UserCtx, voice: Voice, id: number, change: Change): Promise<TicketRow> {
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
      await transferToUser(ctx, voice, ticket, change)
      break
    case 'transferToQueue':
      await transferToQueue(ctx, voice, ticket, change)
      break
    case 'returnToQueue':
      await returnToQueue(ctx, ticket)
      break
    case 'close':
      await closeTicket(ctx, voice, ticket, { sendFarewell: change.sendFarewellMessage ?? true })
      break
    case 'adjust':
      break
  }
  await adjustBot(ctx, ticket, change)
  return reread(ctx, id)
}

/** The ticket becomes one's own. A queue is required (specification part 1, section 4); groups need none. */
async function serve(ctx: UserCtx, ticket: LockedTicket, { queueId }: Change): Promise<void> {
  const queue = queueId ?? ticket.queue_id
  if (queue === null && !ticket.is_group) throw badRequest('ERR_QUEUE_REQUIRED')
  if (queueId) await assertQueue(ctx, queueId)
  await move(ctx, ticket, { status: servedStatus(ticket), userId: ctx.actor.userId, queueId: queue })
  await logTicket(ctx, ticket.id, 'open', { userId: ctx.actor.userId, queueId: queue })
  if (ticket.status === 'closed') await beginTurn(ctx, ticket.id)
  await sql`
    update ticket_turns set user_id = ${ctx.actor.userId}, queue_id = ${queue}, started_at = coalesce(started_at, now()), queued_at = coalesce(queued_at, created_at)
    where company_id = ${ctx.companyId} and ticket_id = ${ticket.id} and finished_at is null`.execute(ctx.db)
  ctx.emit('ticket.accepted', { ticketId: ticket.id, userId: ctx.actor.userId })
}

async function transferToUser(
  ctx: UserCtx,
  voice: Voice,
  ticket: LockedTicket,
  { userId, queueId, transferNote }: Change,
): Promise<void> {
  const to = userId ?? ctx.actor.userId
  const queue = queueId ?? ticket.queue_id
  if (queue === null) throw badRequest('ERR_QUEUE_REQUIRED')
  await assertUser(ctx, to)
  if (queueId) await assertQueue(ctx, queueId)
  await move(ctx, ticket, { status: servedStatus(ticket), userId: to, queueId: queue })
  await logTicket(ctx, ticket.id, 'transfered', {
    userId: ticket.user_id ?? ctx.actor.userId,
    queueId: ticket.queue_id,
  })
  await logTicket(ctx, ticket.id, 'receivedTransfer', { userId: to, queueId: queue })
  await followTurn(ctx, ticket.id, to, queue)
  if (transferNote) await voice.note(ctx, ticket, transferNote)
  await announceTransfer(ctx, voice, ticket, { userId: to, queueId: queue })
}

async function transferToQueue(
  ctx: UserCtx,
  voice: Voice,
  ticket: LockedTicket,
  { queueId, transferNote }: Change,
): Promise<void> {
  if (!queueId) throw badRequest('ERR_QUEUE_REQUIRED')
  await assertQueue(ctx, queueId)
  await move(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId })
  await logTicket(ctx, ticket.id, 'transfered', { userId: ctx.actor.userId, queueId })
  await followTurn(ctx, ticket.id, null, queueId)
  if (transferNote) await voice.note(ctx, ticket, transferNote)
  await announceTransfer(ctx, voice, ticket, { userId: null, queueId })
}

async function returnToQueue(ctx: UserCtx, ticket: LockedTicket): Promise<void> {
  if (ticket.status === 'pending' && ticket.user_id === null) return
  await move(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id })
  await logTicket(ctx, ticket.id, 'pending', { userId: ctx.actor.userId, queueId: ticket.queue_id })
  await followTurn(ctx, ticket.id, null, ticket.queue_id)
}

async function move(
  ctx: Ctx,
  ticket: LockedTicket,
  to: { status: string; userId: number | null; queueId: number | null },
): Promise<void> {
  await sql`
    update tickets set status = ${to.status}, user_id = ${to.userId}, queue_id = ${to.queueId}, closed_at = null,
      waiting_since = case when ${to.status} = 'pending' then coalesce(waiting_since, now()) else waiting_since end, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${ticket.id}`.execute(ctx.db)
  ctx.emit('ticket.changed', { ticketId: ticket.id, from: placeOf(ticket) })
}

/** What the bot's part keeps of the call; `amountUsedBotQueues: 0` resets it. */
async function adjustBot(ctx: Ctx, ticket: LockedTicket, change: Change): Promise<void> {
  const { useIntegration, integrationId, promptId, amountUsedBotQueues, isBot } = change
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
  voice: Voice,
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
  const target =
    user && to.userId !== ticket.user_id
      ? `o atendente *${user}*`
      : queue && to.queueId !== ticket.queue_id
        ? `o departamento *${queue}*`
        : undefined
  if (target)
    await voice.say(
      ctx,
      ticket,
      `*Mensagem Automática*:\nVocê foi transferido para ${target}. Aguarde um momento, em breve continuaremos o seu atendimento.`,
    )
}

const servedStatus = (ticket: LockedTicket) => (ticket.is_group && !ticket.group_as_ticket ? 'group' : 'open')
const waitingStatus = (ticket: LockedTicket) => (ticket.is_group && !ticket.group_as_ticket ? 'group' : 'pending')

async function followTurn(ctx: Ctx, ticketId: number, userId: number | null, queueId: number | null): Promise<void> {
  await sql`
    update ticket_turns set user_id = ${userId}, queue_id = ${queueId}, queued_at = case when ${userId}::bigint is null then now() else queued_at end
    where company_id = ${ctx.companyId} and ticket_id = ${ticketId} and finished_at is null`.execute(ctx.db)
}

async function beginTurn(ctx: Ctx, ticketId: number): Promise<void> {
  await sql`
    insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, queue_id, is_group)
    select company_id, id, contact_id, connection_id, queue_id, is_group from tickets where company_id = ${ctx.companyId} and id = ${ticketId}`.execute(
    ctx.db,
  )
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

/** Who has it, in which queue, since when: clients show it in a dialog (wire contract 2.6). User and queue are never null there. */
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
