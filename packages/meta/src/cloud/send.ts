import type { Choices } from '@guiche/channel'
import type { GeoLocation } from '@guiche/contract'
import { z } from 'zod'
import type { GraphClient } from '../graph/graph-client.ts'
import { contactOf } from './cards.ts'
import { recipientIn } from './identities.ts'
import type { CloudFileKind, NumberAccess } from './files.ts'

/** Who writes to whom, and how. */
export interface CloudSending extends NumberAccess {
  /** A number in digits, or an account and the id of a user. */
  address: string
  /** Comes back with each status, and tells which message of ours it was. */
  mark?: string
  /** The network's id of the message that is replied to. */
  replyTo?: string | undefined
}

export type CloudContent =
  | { text: string; choices?: Choices | undefined }
  | { file: { kind: CloudFileKind; id: string; name: string; isVoice: boolean }; caption: string }
  | { location: GeoLocation }
  | { vCards: string[] }
  | { reactTo: string; emoji: string }
  /** As Meta wants it. */
  | { template: object }

/** What the network calls the message and the customer. */
export interface Accepted {
  networkId: string
  number: string | undefined
  userId: string | undefined
}

const optionalId = z.string().min(1).optional().catch(undefined)
const Answer = z.object({
  contacts: z
    .array(z.object({ wa_id: optionalId, user_id: optionalId }))
    .default([])
    .catch([]),
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
})

/** Sends one message. Its acceptance says nothing of its arrival. */
export async function sendToWhatsApp(
  graph: GraphClient,
  sending: CloudSending,
  content: CloudContent,
): Promise<Accepted> {
  const { numberId, token, address, mark, replyTo } = sending
  const json = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipientIn(address),
    ...(replyTo !== undefined && { context: { message_id: replyTo } }),
    ...(mark !== undefined && { biz_opaque_callback_data: mark }),
    ...bodyOf(content),
  }
  const path = pathOf(numberId)
  const answer = await graph.call({ method: 'POST', path, token, json, what: 'send a message' }, Answer)
  const [contact] = answer.contacts
  return { networkId: answer.messages[0]?.id ?? '', number: contact?.wa_id, userId: contact?.user_id }
}

const pathOf = (numberId: string) => `/${encodeURIComponent(numberId)}/messages`

function bodyOf(content: CloudContent) {
  if ('text' in content) return content.choices ? offerOf(content.text, content.choices) : textOf(content.text)
  if ('file' in content) return fileOf(content)
  if ('location' in content) {
    const { latitude, longitude, name, address } = content.location
    return { type: 'location', location: { latitude, longitude, ...(name && { name }), ...(address && { address }) } }
  }
  if ('template' in content) return { type: 'template', template: content.template }
  if ('vCards' in content) return { type: 'contacts', contacts: content.vCards.map(contactOf) }
  return { type: 'reaction', reaction: { message_id: content.reactTo, emoji: content.emoji } }
}

const textOf = (body: string) => ({ type: 'text', text: { body, preview_url: true } })

function fileOf({ file: { kind, id, name, isVoice }, caption }: Extract<CloudContent, { file: unknown }>) {
  const shown = {
    id,
    ...(caption && { caption }),
    ...(kind === 'document' && name && { filename: name.slice(0, 240) }),
    ...(kind === 'audio' && isVoice && { voice: true }),
  }
  return { type: kind, [kind]: shown }
}

/** Lengths of the parts of an offer, in characters. */
const longest = { buttonBody: 1024, title: 20, opens: 20, rowTitle: 24, rowDescription: 72 }

function offerOf(text: string, { shownAs, button, options }: Choices) {
  // Buttons take a shorter text than a list.
  const isList = shownAs === 'list' || text.length > longest.buttonBody
  const rows = options.map(({ id, title, description }) => ({
    id,
    title: title.slice(0, longest.rowTitle),
    ...(description && { description: description.slice(0, longest.rowDescription) }),
  }))
  const buttons = options.map(({ id, title }) => ({
    type: 'reply',
    reply: { id, title: title.slice(0, longest.title) },
  }))
  const action = isList ? { button: button.slice(0, longest.opens), sections: [{ rows }] } : { buttons }
  return { type: 'interactive', interactive: { type: isList ? 'list' : 'button', body: { text }, action } }
}

const Done = z.object({ success: z.boolean() })

/** Shows a message, and those before it, as read; `isTyping`: and that somebody answers, for some seconds. */
export async function markRead(
  graph: GraphClient,
  { numberId, token }: NumberAccess,
  { messageId, isTyping = false }: { messageId: string; isTyping?: boolean },
): Promise<void> {
  const json = {
    messaging_product: 'whatsapp',
    status: 'read',
    message_id: messageId,
    ...(isTyping && { typing_indicator: { type: 'text' } }),
  }
  await graph.call({ method: 'POST', path: pathOf(numberId), token, json, what: 'mark a message as read' }, Done)
}

const Blocked = z.object({ messaging_product: z.string() })

/** Takes no messages of this person any more, or takes them again. Meta lets block only who has written within a day. */
export async function block(
  graph: GraphClient,
  { numberId, token, address, isBlocked }: NumberAccess & { address: string; isBlocked: boolean },
): Promise<void> {
  const to = recipientIn(address)
  const user = 'to' in to ? { user: to.to } : { user_id: to.recipient }
  const json = { messaging_product: 'whatsapp', block_users: [user] }
  const path = `/${encodeURIComponent(numberId)}/block_users`
  const method = isBlocked ? 'POST' : 'DELETE'
  await graph.call({ method, path, token, json, what: 'block or unblock somebody' }, Blocked)
}
