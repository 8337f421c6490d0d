import { createHash } from 'node:crypto'
import { type TicketStatus, limits, wordsOf } from '@guiche/contract'
import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, noPermission, notFound } from '#platform/errors'
import { openTicketWith, reachContact } from '#modules/conversations'
import { messageIsSeen, seesMaskedNumbers } from '#modules/visibility'
import { assertInWindow } from './window/assert-in-window.ts'
import { assertMayWrite, insertPosted } from './post-message.ts'
import { shownBody } from './shown-body.ts'
import { type SignedRow, signatureOf } from './body/signature.ts'

interface Forwarding {
  /** They arrive in this order. */
  messageIds: number[]
  contactId: number
  /** Chosen by the client. A repeated call with the same id forwards nothing again. */
  clientId: string | null
  /** Number of messages that the same call forwards before these, to other contacts. */
  precedingCount: number
}

export interface Forwarded {
  ticketId: number
  uuid: string
  status: TicketStatus
  count: number
}

interface Source extends SignedRow {
  id: number
  contact_phone: string | null
  connection_id: number
  queue_id: number | null
  media_type: string
  deleted_at: Date | null
  file_id: number | null
  file_state: string | null
}

/**
 * Forwards messages to a contact in one unit of work. They are sent 900 ms apart (docs/requirements/workspace.md,
 * section 9).
 */
export async function forwardMessages(
  ctx: Ctx,
  { messageIds, contactId, clientId, precedingCount }: Forwarding,
): Promise<Forwarded> {
  const sources = await accessSources(ctx, [...new Set(messageIds)])
  const [first] = sources
  if (!first) throw notFound('ERR_NO_MESSAGE_FOUND')
  const target = await reachContact(ctx, contactId, first.connection_id)
  const idOf = (source: Source) => (clientId === null ? null : derivedId(clientId, contactId, source.id))
  const earlier = await findForwarded(ctx, target.conversationId, idOf(first))
  if (earlier) return { ...earlier, count: sources.length }

  const ticket = await openTicketWith(ctx, target, first.queue_id)
  assertMayWrite(ctx, ticket)
  assertInWindow(ctx, ticket)
  for (const [index, source] of sources.entries()) {
    await insertPosted(ctx, ticket, {
      // What is forwarded is not signed again.
      body: wordsOf({ body: source.body, signature: signatureOf(source) }),
      isPrivate: false,
      clientId: idOf(source),
      quotedMsgId: null,
      content: async () => ({ fileId: source.file_id, mediaType: forwardedType(source) }),
      forwarded: { after: (precedingCount + index) * limits.forwardPause },
    })
  }
  return { ticketId: ticket.id, uuid: ticket.uuid, status: ticket.status, count: sources.length }
}

/** Reads the messages. Refuses those that the actor may not see, private notes (S44), deleted ones and missing files. */
async function accessSources(ctx: Ctx, ids: number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select m.id, m.from_me, c.phone as contact_phone, m.connection_id, t.queue_id, m.body, m.signature, m.sender_user_id, m.media_type, m.is_private, m.deleted_at, m.file_id, f.state as file_state
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    where m.company_id = ${ctx.companyId} and m.id = any (${ids}::bigint[]) and ${messageIsSeen(ctx.actor)}`.execute(
    ctx.db,
  )
  if (rows.length < ids.length) throw notFound('ERR_NO_MESSAGE_FOUND')
  for (const source of rows) assertForwardable(source)
  // Users do not forward what is masked for them, because they could be the recipient themselves.
  if (seesMaskedNumbers(ctx.actor) && rows.some((source) => shownBody(source, source, true) !== source.body))
    throw noPermission()
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

function assertForwardable({ is_private, deleted_at, media_type, file_id, file_state, body }: Source): void {
  const isEmpty = file_id === null && body.trim() === ''
  if (is_private || deleted_at || media_type === 'call_log' || isEmpty) throw badRequest('ERR_SENDING_WAPP_MSG')
  if (file_id !== null && file_state !== 'ready') throw badRequest('ERR_WAPP_DOWNLOAD_MEDIA')
}

/** Kinds that cannot be forwarded as such become text. */
function forwardedType({ media_type, file_id }: Source): string {
  if (file_id !== null) return media_type
  if (media_type === 'contactMessage' || media_type === 'contactsArrayMessage') return 'contactMessage'
  if (media_type === 'locationMessage' || media_type === 'liveLocationMessage') return 'locationMessage'
  return 'extendedTextMessage'
}

/** The conversation is locked, so a call with the same id at the same time has finished by now. */
async function findForwarded(
  ctx: Ctx,
  conversationId: number,
  clientId: string | null,
): Promise<Omit<Forwarded, 'count'> | undefined> {
  if (clientId === null) return undefined
  const { rows } = await sql<{
    id: number
    uuid: string
    status: TicketStatus
    conversation_id: number
    sender_user_id: number | null
  }>`
    select t.id, t.uuid, t.status, m.conversation_id, m.sender_user_id from messages m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${ctx.companyId} and m.client_id = ${clientId}`.execute(ctx.db)
  const [earlier] = rows
  if (!earlier) return undefined
  if (earlier.conversation_id !== conversationId || earlier.sender_user_id !== userIdOf(ctx.actor))
    throw notFound('ERR_NO_MESSAGE_FOUND')
  return { ticketId: earlier.id, uuid: earlier.uuid, status: earlier.status }
}

/** One call creates several messages. Each gets an id of its own, which is the same when the call is repeated. */
function derivedId(clientId: string, contactId: number, messageId: number): string {
  const hash = createHash('sha256').update(`${clientId} ${contactId} ${messageId}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
