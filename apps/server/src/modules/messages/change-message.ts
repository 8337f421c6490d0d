import { hiddenBody, limits, wordsOf } from '@guiche/contract'
import type { ChangeWindow } from '@guiche/channel'
import { factsOf } from '#channels/facts'
import type { Channels } from '#channels/registry'
import { audit } from '#platform/audit'
import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError, badRequest, notFound } from '#platform/errors'
import { type LockedTicket, accessTicketForChange, changePreview } from '#modules/tickets'
import { messageIsSeen } from '#modules/visibility'
import { retryFetch } from '#modules/media'
import { addToOutbox, deleteUnsentEntries, isOfOtherWay } from '#modules/delivery'
import {
  type MessageToChange,
  clearFailure,
  findTicketOf,
  findToChange,
  removeMessage,
  setBody,
  setDeleted,
} from './messages.repository.ts'
import { assertInWindow, assertReached } from './window/assert-in-window.ts'
import { react } from './reactions.ts'
import { idShownAs } from './shown-id.ts'
import { signatureOf } from './body/signature.ts'

/** Finds a message that the actor may see, and locks its conversation. */
async function accessMessage(ctx: Ctx, id: number): Promise<{ message: MessageToChange; ticket: LockedTicket }> {
  const ticketId = await findTicketOf(ctx, id)
  if (ticketId === undefined) throw notFound('ERR_NO_MESSAGE_FOUND')
  const ticket = await accessTicketForChange(ctx, ticketId).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 404 ? notFound('ERR_NO_MESSAGE_FOUND') : error
  })
  const message = await findToChange(ctx, id)
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
  return { message, ticket }
}

const isOver = (window: ChangeWindow, { age }: MessageToChange) =>
  window === 'never' || (window !== 'always' && age > window)

/** The way that the connection is reached now knows nothing of messages of another way. */
function assertOfThisWay({ is_of_other_way }: Pick<MessageToChange, 'is_of_other_way'>): void {
  if (is_of_other_way) throw new AppError('ERR_MESSAGE_OF_OTHER_WAY', 400)
}

/** Kinds of messages without a text to edit. */
const uneditable = new Set(['contactMessage', 'locationMessage', 'sticker'])

/** Edits a message of ours, within the channel's edit window since it was sent or last edited. */
export async function editMessage(ctx: Ctx, channels: Channels, id: number, body: string): Promise<void> {
  const { message, ticket } = await accessMessage(ctx, id)
  if (!message.from_me || message.deleted_at || !mayChange(ctx, message) || uneditable.has(message.media_type))
    throw new AppError('ERR_EDITING_WAPP_MSG', 400)
  const edits = message.is_private ? limits.editWindow : channels.find(ticket.channel)?.facts.edits
  if (!edits || edits === 'never') throw new AppError('ERR_EDITING_WAPP_MSG', 400)
  assertOfThisWay(message)
  if (isOver(edits, message)) throw new AppError('ERR_EDIT_WINDOW_OVER', 400)
  await setBody(ctx, id, body)
  await updatePreview(ctx, message, wordsOf({ body, signature: signatureOf({ ...message, body }) }))
  if (!message.is_private) await enqueueAction(ctx, message, 'edit')
  ctx.emit('message.updated', { messageId: id, ticketId: message.ticket_id })
}

/**
 * Removes a private note. Other messages are marked as deleted, and deleted at the network too unless they were never
 * sent: then they are dropped from the outbox.
 */
export async function deleteMessage(ctx: Ctx, channels: Channels, id: number): Promise<'removed' | 'marked'> {
  const { message, ticket } = await accessMessage(ctx, id)
  if (!message.from_me || !mayChange(ctx, message)) throw new AppError('ERR_DELETE_WAPP_MSG', 400)
  if (message.is_private) {
    await removeMessage(ctx, id)
    await recordDeletion(ctx, message)
    ctx.emit('message.removed', { messageId: id, ticketId: message.ticket_id })
    return 'removed'
  }
  if (isOver(channels.find(ticket.channel)?.facts.deletions ?? 'never', message))
    throw new AppError('ERR_DELETE_WAPP_MSG', 400)
  if (message.deleted_at) return 'marked'
  const hasNeverLeft = await deleteUnsentEntries(ctx, message)
  if (!hasNeverLeft) assertOfThisWay(message)
  await setDeleted(ctx, id)
  await recordDeletion(ctx, message)
  const isPreview = await updatePreview(ctx, message, hiddenBody)
  if (message.failure !== null && !isPreview) ctx.emit('ticket.changed', { ticketId: message.ticket_id })
  if (!hasNeverLeft) await enqueueAction(ctx, message, 'delete')
  ctx.emit('message.updated', { messageId: id, ticketId: message.ticket_id })
  if (message.origin === 'campaign') ctx.emit('campaignMessages.deleted', { messageId: id })
  return 'marked'
}

const recordDeletion = (ctx: Ctx, { id, ticket_id: ticketId, is_private }: MessageToChange) =>
  audit(ctx, { action: 'message.deleted', object: 'message', objectId: id, detail: { ticketId, private: is_private } })

/** In ms. */
const day = 24 * 60 * 60_000

/** Sends a failed message again under the same external id, and fetches a file again whose download failed. */
export async function retryMessage(ctx: Ctx, id: number): Promise<void> {
  const { message, ticket } = await accessMessage(ctx, id)
  if (message.file_id !== null && message.file_state === 'failed') await retryFetch(ctx, message.file_id)
  if (message.failure === null || !message.from_me || message.deleted_at) return
  assertReached(ticket)
  if (!message.is_template) assertInWindow(ctx, ticket, { isPersons: message.origin === 'user' })
  // Marketing that the network has held back goes to nobody for a day.
  if (message.failure === 'ERR_MARKETING_HELD_BACK' && message.age < day) throw badRequest('ERR_MARKETING_HELD_BACK')
  await clearFailure(ctx, id)
  // An earlier try may have arrived at the network, so the entry must not count as never tried. Where the network would not
  // recognise it, a person has decided to send it again.
  const attempts = factsOf(ticket.channel).idsBy === 'us' ? 1 : 0
  await enqueueAction(ctx, message, 'send', { attempts })
  ctx.emit('message.updated', { messageId: id, ticketId: message.ticket_id })
  ctx.emit('ticket.changed', { ticketId: message.ticket_id })
}

export async function reactToMessage(
  ctx: Ctx,
  channels: Channels,
  { ticketId, wid, emoji }: { ticketId: number; wid: string; emoji: string },
): Promise<number> {
  const ticket = await accessTicketForChange(ctx, ticketId)
  if (!channels.find(ticket.channel)?.facts.reactions) throw new AppError('ERR_SENDING_WAPP_MSG', 400)
  assertReached(ticket)
  // No network takes a late one, whoever it is from.
  assertInWindow(ctx, ticket, { isPersons: false })
  const own = idShownAs(wid)
  const { rows } = await sql<{
    id: number
    ticket_id: number
    conversation_id: number
    connection_id: number
    is_of_other_way: boolean
  }>`
    select m.id, t.id as ticket_id, m.conversation_id, m.connection_id, ${isOfOtherWay(sql`m`, sql`n`)} as is_of_other_way
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections n on n.company_id = m.company_id and n.id = m.connection_id
    where m.company_id = ${ctx.companyId} and m.connection_id = ${ticket.connection_id} and m.conversation_id = ${ticket.conversation_id}
      and ${own === undefined ? sql`m.external_id = ${wid}` : sql`m.id = ${own}`} and not m.is_private and ${messageIsSeen(ctx.actor)}`.execute(
    ctx.db,
  )
  const [message] = rows
  if (!message) throw notFound('ERR_NO_MESSAGE_FOUND')
  assertOfThisWay(message)
  if (await react(ctx, message.id, { sender: 'me' }, { emoji })) {
    await enqueueAction(ctx, message, 'react', { payload: { emoji } })
    ctx.emit('message.updated', { messageId: message.id, ticketId: message.ticket_id })
  }
  return message.id
}

/** To a message of the customer. Networks without reactions get none. The caller has locked the ticket. */
export async function reactAsBot(
  ctx: Ctx,
  { id: ticketId, channel, connection_id, conversation_id }: LockedTicket,
  { messageId, emoji }: { messageId: number; emoji: string },
): Promise<void> {
  if (!factsOf(channel).reactions || !(await react(ctx, messageId, { sender: 'me' }, { emoji }))) return
  await enqueueAction(ctx, { id: messageId, connection_id, conversation_id }, 'react', { payload: { emoji } })
  ctx.emit('message.updated', { messageId, ticketId })
}

/** Ticket lists show the text of the last message, so they have to be told. */
async function updatePreview(ctx: Ctx, message: MessageToChange, text: string): Promise<boolean> {
  const isChanged = await changePreview(ctx, message, text)
  if (isChanged) ctx.emit('ticket.changed', { ticketId: message.ticket_id })
  return isChanged
}

/**
 * Users change their own messages, and admins also those of colleagues. Messages that no user wrote have no such limit.
 */
const mayChange = ({ actor }: Ctx, message: MessageToChange) =>
  message.sender_user_id === null ||
  message.sender_user_id === userIdOf(actor) ||
  (actor.kind === 'user' && actor.profile === 'admin')

async function enqueueAction(
  ctx: Ctx,
  message: Pick<MessageToChange, 'id' | 'connection_id' | 'conversation_id'>,
  action: 'send' | 'edit' | 'delete' | 'react',
  { payload, attempts = 0 }: { payload?: Record<string, unknown>; attempts?: number } = {},
): Promise<void> {
  await addToOutbox(ctx, {
    connectionId: message.connection_id,
    conversationId: message.conversation_id,
    messageId: message.id,
    action,
    attempts,
    ...(payload && { payload }),
  }).execute(ctx.db)
}
