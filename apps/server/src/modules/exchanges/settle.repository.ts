import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { LockedTicket } from '#modules/tickets'
import type { AnswerControl } from './answerer.ts'
import type { Claimed } from './stored/exchanges.repository.ts'

/** Why a customer does not wait for the answer of a service any more. */
export type VoidReason = 'closed' | 'person' | 'stopped' | 'botDisabled' | 'newerMessage' | 'noConnection'

/** The caller has locked the ticket. */
export async function reasonToVoid(ctx: Ctx, ticket: LockedTicket, claimed: Claimed): Promise<VoidReason | undefined> {
  if (ticket.status === 'closed') return 'closed'
  if (ticket.status !== 'pending' || ticket.user_id !== null) return 'person'
  if (ticket.connection_archived || !ticket.contact_active) return 'noConnection'
  const { is_silenced, is_newer, is_answered } = await readSince(ctx, ticket, claimed)
  if (is_silenced) return 'botDisabled'
  if (is_answered) return 'person'
  if (!isWithService(ticket, claimed)) return 'stopped'
  return is_newer ? 'newerMessage' : undefined
}

const isWithService = ({ bot }: LockedTicket, { kind, answerer_id: id }: Claimed): boolean =>
  bot.useIntegration && (kind === 'integration' ? bot.integrationId === id : bot.promptId === id)

interface Since {
  is_silenced: boolean
  /** The customer has written more. */
  is_newer: boolean
  /** A person has written, also on the phone itself. */
  is_answered: boolean
}

/** What was written since, by the index of a conversation's messages: the times of networks are in whole seconds. */
async function readSince(
  ctx: Ctx,
  { conversation_id, contact_id }: LockedTicket,
  { message_id }: Claimed,
): Promise<Since> {
  const { rows } = await sql<Since>`
    select coalesce((select c.bot_disabled from contacts c where c.company_id = ${ctx.companyId} and c.id = ${contact_id}), true) as is_silenced,
           coalesce(bool_or(not m.from_me and m.media_type <> 'call_log' and m.deleted_at is null), false) as is_newer,
           coalesce(bool_or(m.from_me and not m.is_private and m.origin in ('user', 'phone')), false) as is_answered
    from messages m
    where m.company_id = ${ctx.companyId} and m.conversation_id = ${conversation_id} and m.id > ${message_id}
      and m.sent_at > (select o.sent_at - interval '1 minute' from messages o
                       where o.company_id = ${ctx.companyId} and o.id = ${message_id})`.execute(ctx.db)
  return rows[0] ?? { is_silenced: true, is_newer: false, is_answered: false }
}

export interface Target {
  queueId: number | null
  userId: number | null
}

/** Undefined: the company has no such queue or user. They are not deleted until the end of the unit of work. */
export async function targetOf(
  ctx: Ctx,
  { queueId, userId = null }: Extract<AnswerControl, { kind: 'handOver' }>,
): Promise<Target | undefined> {
  if (queueId !== null && !(await isQueue(ctx, queueId))) return undefined
  if (userId !== null && !(await isUser(ctx, userId))) return undefined
  return { queueId, userId }
}

export async function isQueue(ctx: Ctx, id: number): Promise<boolean> {
  if (!Number.isSafeInteger(id)) return false
  const { rows } = await sql`
    select from queues where company_id = ${ctx.companyId} and id = ${id} and archived_at is null for key share`.execute(
    ctx.db,
  )
  return rows.length > 0
}

async function isUser(ctx: Ctx, id: number): Promise<boolean> {
  if (!Number.isSafeInteger(id)) return false
  const { rows } = await sql`
    select from users where company_id = ${ctx.companyId} and id = ${id} and archived_at is null for key share`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** The queue of a connection that has one. */
export async function onlyQueueOf(ctx: Ctx, connectionId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select q.id from connection_queues c join queues q on q.company_id = c.company_id and q.id = c.queue_id
    where c.company_id = ${ctx.companyId} and c.connection_id = ${connectionId} and q.archived_at is null limit 2`.execute(
    ctx.db,
  )
  const [only, another] = rows
  return only && !another ? only.id : null
}
