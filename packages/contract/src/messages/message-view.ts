import { z } from 'zod'
import { ShownButton } from '../message-templates/template-parts.ts'
import { ContactRef, QueueRef, UserRef, Timestamps } from '../shared/refs.ts'
import { Referral } from './referral.ts'

export const MessageReaction = z.object({ emoji: z.string(), fromMe: z.boolean(), sender: z.string() })

export const QuotedMessage = z.object({
  id: z.number(),
  wid: z.string(),
  /** Without a signature. */
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  isDeleted: z.boolean(),
  contact: ContactRef.nullable(),
})

/**
 * The body of a deleted message whose text must not be shown (docs/requirements/workspace.md, section 4), also as the
 * last message of a ticket. Screens translate it.
 */
export const hiddenBody = '_Mensagem apagada_'

export const MessageView = z.object({
  id: z.number(),
  companyId: z.number(),
  ticketId: z.number(),
  /** All tickets of a contact on a connection are one conversation. */
  conversationId: z.number().optional(),
  contactId: z.number(),
  queueId: z.number().nullable(),
  wid: z.string(),
  /** The id that the sender's client gave it, if any. */
  clientId: z.string().nullable(),
  remoteJid: z.string().nullable(),
  participant: z.string().nullable(),
  dataJson: z.string(),
  /** With the signature as its first line, if it has one: existing clients show it as it is. */
  body: z.string(),
  /** The name in that line. `wordsOf` gives the text without it. */
  signature: z.string().nullable(),
  fromMe: z.boolean(),
  read: z.boolean(),
  ack: z.number().int().min(0).max(4),
  /** Why it was not sent: an error code. */
  failure: z.string().nullable(),
  /** What the network said of it, in its own words and language. */
  failureDetails: z.string().optional(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaWidth: z.number().nullable(),
  mediaHeight: z.number().nullable(),
  /** The length of a recording or video. */
  mediaSeconds: z.number().nullable(),
  /** The loudness of a recording in equal parts, from 0 to 100. */
  mediaWave: z.array(z.number()).nullable(),
  /** The number of pages of a document. */
  mediaPages: z.number().nullable(),
  /** `waiting`: the file is still being fetched. `failed`: it could not be fetched; a user can try again. */
  mediaState: z.enum(['ready', 'waiting', 'failed']).nullable(),
  isPrivate: z.boolean(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  origin: z.enum(['channel', 'user', 'phone', 'bot', 'campaign', 'schedule', 'api', 'import', 'system']),
  user: UserRef.nullable(),
  contact: ContactRef.nullable(),
  quotedMsgId: z.number().nullable(),
  quotedMsg: QuotedMessage.nullable(),
  reactions: z.array(MessageReaction),
  /** Of a message from a template; absent: none. */
  buttons: z.array(ShownButton).optional(),
  /** How the customer has come; absent: by themselves. */
  referral: Referral.optional(),
  /** Of a message with the origin `phone` that no phone has written: the network's own inbox, or another program. */
  writtenIn: z.enum(['inbox', 'app']).optional(),
  /**
   * The connection was moved since, and its network does not know this message: it cannot be changed there, and nobody can react
   * to it. Absent: no.
   */
  isOfOtherWay: z.literal(true).optional(),
  /** The ticket that it belongs to: a history covers all tickets of a contact on a connection. */
  ticket: z.object({ id: z.number(), queueId: z.number().nullable(), queue: QueueRef.nullable() }).nullable(),
  ...Timestamps,
})
export type MessageView = z.output<typeof MessageView>
