import type { Identity } from '@guiche/channel'
import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { connectionFor } from '#modules/connections'
import { addressOf } from './address-of.ts'
import { conflict } from './change-ticket.ts'
import { logTicket } from './ticket-log.ts'
import { type TicketRow, findTicket } from './tickets.repository.ts'

interface NewTicket {
  contactId: number
  queueId: number | null
  whatsappId: number | null
  userId: number | null
  status: 'open' | 'pending'
}

/** Opens a ticket with a contact by hand. Whoever has one with them already is named (409). */
export async function createTicket(ctx: UserCtx, input: NewTicket): Promise<TicketRow> {
  const contact = await getContact(ctx, input.contactId)
  const connection = await connectionFor(ctx, input.whatsappId)
  await assertQueueAndUser(ctx, input)
  const conversationId = await conversationOf(ctx, contact, connection.id)
  const { rows: living } = await sql<{ id: number }>`
    select id from tickets where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and status <> 'closed'`.execute(
    ctx.db,
  )
  if (living[0]) throw await conflict(ctx, living[0].id)

  const isGroups = contact.is_group && !connection.group_as_ticket
  const isServed = input.status === 'open' && !isGroups
  const userId = isServed ? (input.userId ?? ctx.actor.userId) : null
  await sql`update tickets set is_latest = false where company_id = ${ctx.companyId} and conversation_id = ${conversationId} and is_latest`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into tickets (company_id, conversation_id, contact_id, connection_id, status, user_id, queue_id, is_group)
    values (${ctx.companyId}, ${conversationId}, ${contact.id}, ${connection.id}, ${isGroups ? 'group' : isServed ? 'open' : 'pending'}, ${userId}, ${input.queueId}, ${contact.is_group})
    returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, user_id, queue_id, is_group, started_at)
    values (${ctx.companyId}, ${id}, ${contact.id}, ${connection.id}, ${userId}, ${input.queueId}, ${contact.is_group}, case when ${isServed} then now() end)`.execute(
    ctx.db,
  )
  await logTicket(ctx, id, 'create', { userId: ctx.actor.userId, queueId: input.queueId })
  ctx.emit('ticket.changed', { ticketId: id })
  const ticket = await findTicket(ctx, id)
  if (!ticket) throw notFound('ERR_NO_TICKET_FOUND')
  return ticket
}

interface ContactPart {
  id: number
  is_group: boolean
}

/** A group is there for those who may see groups. */
export async function getContact(ctx: UserCtx, id: number): Promise<ContactPart> {
  const { rows } = await sql<ContactPart>`
    select id, is_group from contacts
    where company_id = ${ctx.companyId} and id = ${id} and merged_into_id is null and (not is_group or ${ctx.actor.seesGroups})`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('ERR_NO_CONTACT_FOUND')
  return rows[0]
}

/** A queue is required unless the user is admin (specification part 1, section 5). */
async function assertQueueAndUser(ctx: UserCtx, { queueId, userId }: NewTicket): Promise<void> {
  if (queueId === null && ctx.actor.profile !== 'admin') throw badRequest('ERR_QUEUE_REQUIRED')
  const { rows } = await sql<{ queue: boolean; user: boolean }>`
    select (${queueId}::bigint is null or exists (select from queues where company_id = ${ctx.companyId} and id = ${queueId} and archived_at is null)) as queue,
           (${userId}::bigint is null or exists (select from users where company_id = ${ctx.companyId} and id = ${userId} and archived_at is null)) as user`.execute(
    ctx.db,
  )
  if (!rows[0]?.queue) throw notFound('ERR_NO_QUEUE_FOUND')
  if (!rows[0].user) throw notFound('ERR_NO_USER_FOUND')
}

/** The conversation of a contact on a connection, locked; on a channel where the customer has to write first there must be one. */
export async function conversationOf(ctx: UserCtx, contact: ContactPart, connectionId: number): Promise<number> {
  const identity = await identityOn(ctx, contact, connectionId)
  const { rows: made } = await sql<{ id: number }>`
    insert into conversations (company_id, contact_id, connection_id, address)
    select ${ctx.companyId}, ${contact.id}, ${connectionId}, ${identity && addressOf(identity)} where ${identity !== undefined}
    on conflict (company_id, contact_id, connection_id) do nothing
    returning id`.execute(ctx.db)
  if (made[0]) return made[0].id
  const { rows } = await sql<{ id: number }>`
    select id from conversations where company_id = ${ctx.companyId} and contact_id = ${contact.id} and connection_id = ${connectionId} for no key update`.execute(
    ctx.db,
  )
  if (!rows[0]) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  return rows[0].id
}

/** By what a contact can be reached on a connection: by their number, where that is known. */
async function identityOn(ctx: UserCtx, contact: ContactPart, connectionId: number): Promise<Identity | undefined> {
  const { rows } = await sql<Identity>`
    select i.kind, i.value from connections n
    join contact_identities i on i.company_id = n.company_id and i.contact_id = ${contact.id}
      and i.kind = any (case n.channel when 'whatsapp' then array['phone', 'lid', 'group'] when 'webchat' then array['visitor'] when 'facebook' then array['messenger'] else array['instagram'] end)
    where n.company_id = ${ctx.companyId} and n.id = ${connectionId}
    order by i.kind <> 'phone', i.id limit 1`.execute(ctx.db)
  return rows[0]
}
