import { randomUUID } from 'node:crypto'
import type { Menu } from '@guiche/channel'
import {
  type SentTemplate,
  type TemplateChoice,
  type TicketStatus,
  assistantIn,
  isWaiting,
  wordsOf,
} from '@guiche/contract'
import { type Actor, type Ctx, userIdOf } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { type SqlBool, recordset, sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import { AppError, notFound } from '#platform/errors'
import { addToOutbox, senderOf } from '#modules/delivery'
import { type LockedTicket, accessTicketForChange, insertWaits, keepServiceTime, noWaits } from '#modules/tickets'
import { messageIsSeen } from '#modules/visibility'
import { assertInWindow, assertReached } from './window/assert-in-window.ts'
import { markSeen } from './mark-read.ts'
import { type MessageContent, templateContent } from './body/message-content.ts'
import { type MessageRow, getMessage, selectMessages, previewOf } from './messages.repository.ts'
import { signatureIn } from './body/signature.ts'
import { withVariables } from './body/variables.ts'

export interface NewText {
  body: string
  isPrivate?: boolean
  /** Chosen by the client. A repeated call with the same id returns the first message. */
  clientId?: string | null
  quotedMsgId?: number | null
  /** Content besides the text or instead of it. Called only if the message is new. */
  content?: (() => Promise<MessageContent>) | null
  /** The text is sent unchanged, without variables. `after`: a delay in ms. */
  forwarded?: { after: number }
  /** The delay of another message in ms. */
  after?: number
  /** The name that a program has signed the text with. */
  signedBy?: string
}

export interface Posted {
  message: MessageRow
  /** False if a message with the same clientId exists. */
  isNew: boolean
}

/** Stores a message of the current actor and its outbox entry in one unit of work. */
export async function postMessage(ctx: Ctx, ticketId: number, text: NewText): Promise<Posted> {
  const { clientId = null, isPrivate = false } = text
  // One round trip. The second statement runs after the first has the lock, so it sees what was committed before that.
  const [ticket, earlier] = await Promise.all([
    accessTicketForChange(ctx, ticketId),
    clientId === null ? undefined : findByClientId(ctx, clientId),
  ])
  if (earlier) return returnEarlier(ctx, ticket, earlier)
  if (!isPrivate) {
    assertMayWrite(ctx, ticket)
    assertInWindow(ctx, ticket, { isPersons: originOf(ctx, { body: text.body, isPrivate }) === 'user' })
  }
  return { message: await insertPosted(ctx, ticket, text), isNew: true }
}

interface Earlier {
  id: number
  conversation_id: number
  sender_user_id: number | null
}

async function findByClientId(ctx: Ctx, clientId: string): Promise<Earlier | undefined> {
  const { rows } = await sql<Earlier>`
    select m.id, m.conversation_id, m.sender_user_id from messages m
    where m.company_id = ${ctx.companyId} and m.client_id = ${clientId} and ${messageIsSeen(ctx.actor)}`.execute(ctx.db)
  return rows[0]
}

/** An id of another user, or one used in another conversation, gives an error that reveals nothing about it. */
async function returnEarlier(ctx: Ctx, ticket: LockedTicket, earlier: Earlier): Promise<Posted> {
  if (earlier.conversation_id !== ticket.conversation_id || earlier.sender_user_id !== userIdOf(ctx.actor))
    throw notFound('ERR_NO_MESSAGE_FOUND')
  return { message: await getMessage(ctx, earlier.id), isNew: false }
}

interface NewTemplateMessage extends TemplateChoice {
  /** Chosen by the client. A repeated call with the same id returns the first message. */
  clientId: string | null
}

/** Stores a message from a template, which may go to the customer at any time. */
export async function postTemplate(
  ctx: Ctx,
  ticketId: number,
  { clientId, ...choice }: NewTemplateMessage,
): Promise<Posted> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  const earlier = clientId === null ? undefined : await findByClientId(ctx, clientId)
  if (earlier) return returnEarlier(ctx, ticket, earlier)
  assertMayWrite(ctx, ticket)
  const content = await templateContent(ctx, ticket, choice)
  // Nothing can be added to approved wording, so it has no signature.
  const text = { body: '', clientId, signedBy: '', content: async () => content }
  return { message: await insertPosted(ctx, ticket, text), isNew: true }
}

/** Users write only in tickets that are open or groups. Machines also write in waiting ones. */
export function assertMayWrite({ actor }: Ctx, ticket: LockedTicket): void {
  if (actor.kind === 'user' && ticket.status !== 'open' && ticket.status !== 'group')
    throw new AppError('ERR_TICKET_NOT_OPEN', 400)
  if (!ticket.contact_active) throw new AppError('ERR_CONTACT_BLOCKED', 400)
  assertReached(ticket)
}

/** The same id was used in another conversation at the same time. */
const alreadyUsed = { messages_client: () => notFound('ERR_NO_MESSAGE_FOUND') }

const textContent: MessageContent = { fileId: null, mediaType: 'extendedTextMessage' }

/** The preview shows the kind of these messages, because their bodies are for machines. */
const machineReadable = new Set(['contactMessage', 'locationMessage'])

const queued = (ctx: Ctx, after: number | undefined) =>
  addToOutbox(ctx, {
    connectionId: sql`added.connection_id`,
    conversationId: sql`added.conversation_id`,
    action: 'send',
    messageId: sql`added.id`,
    from: sql`added join incoming x on x.external_id = added.external_id order by added.id`,
    ...(after === undefined ? { due: sql`x.due` } : { after }),
    spacing: sql`x.spacing`,
  })

const bodyOf = async (ctx: Ctx, ticket: LockedTicket, { body, forwarded }: NewText) =>
  forwarded ? body : withVariables(ctx, ticket, body)

/** The browser of the user who accepts a ticket posts the greeting of the virtual assistant. Only its text marks it. */
const originOf = ({ actor }: Ctx, { body, isPrivate }: { body: string; isPrivate: boolean }) =>
  actor.kind === 'user' && !isPrivate && assistantIn(body) ? 'bot' : senderOf(actor)

/** The caller has locked the ticket and checked that the actor may write in it. */
export async function insertPosted(ctx: Ctx, ticket: LockedTicket, text: NewText): Promise<MessageRow> {
  const { isPrivate = false, clientId = null, quotedMsgId = null } = text
  if (isAnswer(ctx) && !isPrivate && ticket.unread_count > 0) await markSeen(ctx, ticket)
  const {
    fileId,
    mediaType,
    template,
    body = await bodyOf(ctx, ticket, text),
  } = text.content ? await text.content() : textContent
  const externalId = isPrivate ? `PVT${randomUUID()}` : randomUUID()
  const written = { place: ticket, externalId, clientId, quotedMsgId, fileId, mediaType, body, template }
  // One round trip. The second statement sees the row that the first inserts.
  const [, [message]] = await together([
    insertWritten(ctx, [written], text),
    selectMessages(
      ctx,
      sql`select m.* from messages m where m.company_id = ${ctx.companyId} and m.connection_id = ${ticket.connection_id} and m.external_id = ${externalId}`,
    ),
  ])
  if (!message) throw new AppError('ERR_CREATING_MESSAGE', 500)
  return message
}

/** Texts of an actor, one in each of these tickets, which the caller has locked. The texts have no variables any more. */
export async function insertTexts(
  ctx: Ctx,
  texts: readonly {
    ticket: LockedTicket
    body: string
    quotedMsgId: number | null
    content?: MessageContent | undefined
    externalId?: string
    /** What the customer can tap, where the network has that. */
    menu?: Menu | undefined
    /** By default at once. */
    due?: Date
  }[],
): Promise<void> {
  const written = texts.map(({ ticket, body, content = textContent, externalId = randomUUID(), ...text }) => ({
    ...text,
    place: ticket,
    ...content,
    body: content.body ?? body,
    externalId,
    clientId: null,
  }))
  await insertWritten(ctx, written, {})
}

/**
 * Where a message is stored. A campaign's message opens no ticket (docs/adr/0018): without one, id and status are null.
 */
export interface Place extends Pick<LockedTicket, 'conversation_id' | 'connection_id'> {
  id: number | null
  status: TicketStatus | null
}

interface CampaignMessage {
  /** The caller has locked its conversation. */
  place: Place
  externalId: string
  body: string
  content?: MessageContent
  /** When it is to be sent. */
  due: Date
  /** In seconds: how long the next one waits after it on its connection. */
  spacing?: number
}

/**
 * Stores messages of a campaign with their outbox entries, in the same order, and returns their ids. A conversation gets
 * several if it has no ticket. Their texts have no variables any more. Nothing else stores messages without a ticket.
 */
export async function postCampaignMessages(
  ctx: Ctx<CampaignActor>,
  messages: readonly CampaignMessage[],
): Promise<number[]> {
  const written = messages.map(({ content = textContent, body, ...message }) => ({
    ...message,
    ...content,
    body: content.body ?? body,
    clientId: null,
    quotedMsgId: null,
  }))
  return insertWritten(ctx, written, {})
}

type CampaignActor = Extract<Actor, { kind: 'campaign' }>

/** A message that is ready to be stored. */
interface Written {
  place: Place
  externalId: string
  clientId: string | null
  quotedMsgId: number | null
  fileId: number | null
  mediaType: string
  body: string
  menu?: Menu | undefined
  template?: SentTemplate | undefined
  /** By default at once. */
  due?: Date
  spacing?: number
}

/** The customer waits until a person answers. Automatic messages do not end that. */
const isAnswer = ({ actor }: Ctx) => actor.kind === 'user'

/** The customers have waited until this answer. All parts of a statement see tickets as they were before it. */
const answered = (ctx: Ctx) =>
  insertWaits(ctx, {
    waits: sql`
      select o.id as ticket_id, o.waiting_since as began_at, added.sent_at as ended_at
      from added join tickets o on o.company_id = ${ctx.companyId} and o.id = added.ticket_id`,
    by: 'user',
    userId: userIdOf(ctx.actor),
  })

/**
 * Stores messages with their outbox entries, and returns their ids in the same order. A ticket gets one at most, because
 * a statement updates a row once.
 */
async function insertWritten(
  ctx: Ctx,
  written: readonly Written[],
  { isPrivate = false, forwarded, after, signedBy }: Pick<NewText, 'isPrivate' | 'forwarded' | 'after' | 'signedBy'>,
): Promise<number[]> {
  const answers = isAnswer(ctx)
  const rows = written.map(
    ({ place, externalId, clientId, quotedMsgId, fileId, mediaType, body, menu, template, due, spacing = 0 }, ord) => {
      const signature = signedBy ?? signatureIn(ctx, { body, isPrivate })
      return {
        ord,
        conversation_id: place.conversation_id,
        ticket_id: place.id,
        connection_id: place.connection_id,
        external_id: externalId,
        client_id: clientId,
        quoted_id: quotedMsgId,
        file_id: fileId,
        media_type: mediaType,
        body,
        signature,
        readable: machineReadable.has(mediaType) ? '' : wordsOf({ body, signature: signature || null }),
        // People who pick a waiting ticket want to read what its customer asked, not the automatic answer to that.
        is_preview: answers || (place.status !== null && !isWaiting(place.status)),
        origin: originOf(ctx, { body, isPrivate }),
        due: due?.toISOString() ?? null,
        spacing,
        raw: menu || template ? { ...(menu && { menu }), ...(template && { template }) } : null,
      }
    },
  )
  const preview = previewOf(ctx, { body: sql`x.readable`, mediaType: sql`x.media_type`, fileId: sql`x.file_id` })
  // Users quote only messages that they see. Messages to the customer do not quote private notes (S44).
  const quoted = sql`
    select m.external_id from messages m
    where m.company_id = ${ctx.companyId} and m.id = x.quoted_id and m.conversation_id = x.conversation_id
      and (not m.is_private or ${isPrivate}) and ${messageIsSeen(ctx.actor)}`
  const isShown = sql<SqlBool>`(x.is_preview or t.waiting_since is null)`
  // clock_timestamp() is the time after the lock, now() the time before it. Messages are ordered by who got the lock first.
  const inserted = sql<{ id: number; ticket_id: number | null; wait_id: number | null }>`
    with incoming as (
      ${recordset(
        rows,
        sql`ord int, conversation_id bigint, ticket_id bigint, connection_id bigint, external_id text, client_id uuid, quoted_id bigint, file_id bigint,
            media_type text, body text, signature text, readable text, is_preview boolean, origin text, due timestamptz, spacing float8, raw jsonb`,
      )}),
    added as (
      insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, client_id, sender_user_id, quoted_external_id,
                            file_id, media_type, body, signature, raw, from_me, is_private, is_forwarded, ack, origin, sent_at)
      select ${ctx.companyId}, x.conversation_id, x.ticket_id, x.connection_id,
             x.external_id, x.client_id, ${userIdOf(ctx.actor)}::bigint,
             (${quoted}),
             x.file_id, x.media_type, x.body, x.signature, nullif(x.raw, 'null'), true, ${isPrivate}, ${forwarded !== undefined}, ${isPrivate ? 2 : 0}, x.origin, clock_timestamp()
      from incoming x order by x.ord
      returning id, conversation_id, ticket_id, connection_id, external_id, sent_at),
    ${isPrivate ? sql`` : sql`queued as (${queued(ctx, forwarded?.after ?? after)}),`}
    moved as (
      update tickets t set
        last_message = case when ${isShown} then ${preview} else t.last_message end,
        last_message_id = case when ${isShown} then added.id else t.last_message_id end,
        last_from_me = t.last_from_me or ${isShown}, last_message_at = added.sent_at,
        unread_count = case when ${answers} then 0 else t.unread_count end,
        waiting_since = case when ${answers} then null else t.waiting_since end,
        updated_at = now()
      from added join incoming x on x.ticket_id = added.ticket_id
      where t.company_id = ${ctx.companyId} and t.id = added.ticket_id and not ${isPrivate}),
    waited as (${answers && !isPrivate ? answered(ctx) : noWaits})
    select a.id, a.ticket_id, w.id as wait_id from added a left join waited w on w.ticket_id = a.ticket_id order by a.id`.execute(
    ctx.db,
  )
  const { rows: stored } = await refusing(inserted, alreadyUsed)
  await keepServiceTime(
    ctx,
    stored.flatMap(({ wait_id }) => wait_id ?? []),
  )
  for (const { id, ticket_id } of stored)
    if (ticket_id !== null) ctx.emit('message.created', { messageId: id, ticketId: ticket_id })
  const messageIds = stored.map(({ id }) => id)
  if (written.some(({ template }) => template)) ctx.emit('templates.posted', { messageIds })
  return messageIds
}
