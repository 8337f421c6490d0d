import { z } from 'zod'
import { MessageView } from './message-view.ts'
import { endpoint } from '../shared/call.ts'
import { Flag, Id, IdList, IdParams, PageNumber, cleanLine, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { MediaSeconds, Wave } from '../shared/sound.ts'
import { isSignedWith } from './signature.ts'
import { TicketStatus, TicketView } from '../tickets/ticket-view.ts'

const Body = z.string().max(limits.messageText)
const Common = {
  clientId: z.uuid().optional(),
  isPrivate: Flag.default(false),
  fromMe: Flag.optional(),
  read: z.union([Flag, whole(0, 1)]).optional(),
}

/** A line of text of a location. */
const words = (most: number) =>
  z
    .string()
    .max(most, 'tooLong')
    .nullish()
    .transform((text) => cleanLine(text ?? ''))

export const NewLocation = z.object({
  latitude: z.number('required').min(-90, 'outOfRange').max(90, 'outOfRange'),
  longitude: z.number('required').min(-180, 'outOfRange').max(180, 'outOfRange'),
  name: words(limits.placeName),
  address: words(limits.placeAddress),
})

/** A contact of the company to be sent as a card. Clients send the whole contact; only its id is read. */
const Shared = z.object({ id: Id })

/** What an attendant sends: a text, cards, or a location. Clients send the whole `quotedMsg`; only its id is read. */
export const NewMessage = z
  .object({
    ...Common,
    /** Null when a client sends a card. */
    body: Body.nullish().transform((text) => text ?? ''),
    mediaUrl: z.string().max(2000).nullish(),
    quotedMsg: z.object({ id: Id }).nullish(),
    quotedMsgId: Id.nullish(),
    vCard: z.union([Shared, z.array(Shared).min(1).max(limits.cardsPerMessage, 'tooMany')]).nullish(),
    location: NewLocation.nullish(),
    /** Sends the file of this quick message, with the body as its caption. */
    quickMessageId: Id.nullish(),
  })
  .refine(
    ({ body, vCard, location, quickMessageId }) =>
      [body.trim() || quickMessageId, vCard, location].filter(Boolean).length < 2,
    { path: ['body'], error: 'oneThingAtATime' },
  )

export const NewMediaMessage = z.object({
  ...Common,
  body: Body.default(''),
  /** The loudness of a recording in equal parts, and its length in seconds, as the browser knows them. */
  mediaWave: Wave.optional(),
  mediaSeconds: MediaSeconds.optional(),
  /** Send the picture as a sticker. */
  isSticker: Flag.default(false),
  mediaTitle: z.string().max(255).optional(),
  quotedMsgId: Id.or(z.literal('')).optional(),
})

/** `signMessage` is accepted and ignored: forwarded messages are not signed. */
const Forwarding = { signMessage: Flag.nullish(), clientId: z.uuid().optional() }

const ImageView = z.object({
  id: z.number(),
  mediaUrl: z.string(),
  mediaType: z.string(),
  pageNumber: z.number(),
  body: z.string(),
  signature: z.string().nullable(),
  fromMe: z.boolean(),
  createdAt: z.string(),
  thumbnailUrl: MessageView.shape.thumbnailUrl,
  mediaName: MessageView.shape.mediaName,
  origin: MessageView.shape.origin,
  writtenIn: MessageView.shape.writtenIn,
  user: MessageView.shape.user,
  contact: MessageView.shape.contact,
})
/** A picture or video of a conversation. */
export type ImageView = z.output<typeof ImageView>

const Media = z.object({
  id: z.number(),
  mediaUrl: z.string(),
  mediaType: z.string(),
  thumbnailUrl: MessageView.shape.thumbnailUrl,
  mediaSeconds: MessageView.shape.mediaSeconds,
})
const Found = z.object({ id: z.number(), url: z.string(), pageNumber: z.number(), body: z.string() })

const assistants = ['Assistente Virtual', 'Virtual assistant', 'Asistente virtual', 'Sanal asistan']

/**
 * The name of the virtual assistant that signs the body, if one does. The browser of the attendant who accepts a ticket posts such
 * messages (docs/requirements/workspace.md, section 4), signed in the language of the workspace
 * (docs/requirements/service.md, section 7), and they are displayed with the assistant as author.
 */
export const assistantIn = (body: string): string | undefined => assistants.find((name) => isSignedWith(name, body))

export const messageCalls = {
  listMessages: endpoint({
    method: 'GET',
    path: '/messages/:id',
    summary: 'A page of the conversation, oldest first within it; opened by its attendant, the ticket is read',
    access: 'user',
    feature: 'none',
    params: IdParams,
    query: z.object({
      pageNumber: PageNumber,
      selectedQueues: IdList.optional(),
      /** Id of a message: returns the page before it. Replaces the page number. */
      before: Id.optional(),
      /** Id of a message: returns the page around it. */
      around: Id.optional(),
      /** `false`: does not mark the ticket as read. */
      markRead: Flag.default(true),
    }),
    answer: z.object({ messages: z.array(MessageView), ticket: TicketView, count: z.number(), hasMore: z.boolean() }),
  }),
  postMessage: endpoint({
    method: 'POST',
    path: '/messages/:id',
    summary:
      'Send text, contact cards, a location, or files as a form; a repeated clientId (or Idempotency-Key) returns the same message',
    access: 'user',
    feature: 'none',
    params: IdParams,
    /** An alternative to `clientId`. */
    headers: z.object({ 'idempotency-key': z.uuid('invalidUuid').optional() }),
    body: NewMessage,
    form: NewMediaMessage,
    answer: MessageView,
  }),
  editMessage: endpoint({
    method: 'POST',
    path: '/messages/edit/:id',
    summary: 'Change an own message within 15 minutes',
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: z.object({ body: z.string().trim().min(1).max(limits.messageText) }),
    answer: MessageView,
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/messages/:id',
    summary: 'Delete an own message for everybody',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: MessageView,
  }),
  retryMessage: endpoint({
    method: 'POST',
    path: '/messages/:id/retry',
    summary: 'Send a failed message, or fetch a failed file, once more',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: MessageView,
  }),
  reactToMessage: endpoint({
    method: 'POST',
    path: '/react/messages',
    summary: 'React to a message; an empty text takes the reaction back',
    access: 'user',
    feature: 'none',
    body: z.object({
      text: z.string().max(32),
      id: z.union([z.string().max(200), z.number()]),
      ticketId: Id,
      fromMe: z.boolean().optional(),
      remoteJid: z.string().max(200).nullish(),
    }),
    answer: MessageView,
  }),
  forwardMessage: endpoint({
    method: 'POST',
    path: '/message/forward',
    summary:
      'Pass messages on to a contact, 900 ms apart; the same clientId (or Idempotency-Key) again passes nothing on twice',
    access: 'user',
    feature: 'none',
    headers: z.object({ 'idempotency-key': z.uuid('invalidUuid').optional() }),
    body: z.object({
      messageId: Id,
      /** Further messages to forward, in this order. */
      moreMessageIds: z
        .array(Id)
        .max(limits.messagesPerForward - 1)
        .optional(),
      contactId: Id,
      ...Forwarding,
    }),
    /** The ticket that contains the forwarded messages. */
    answer: z.object({ ticketId: z.number(), uuid: z.string(), status: TicketStatus, count: z.number() }),
  }),
  forwardToMany: endpoint({
    method: 'POST',
    path: '/forwardmessage',
    summary: 'Pass one message on to several contacts; answers to how many',
    access: 'user',
    feature: 'none',
    headers: z.object({ 'idempotency-key': z.uuid('invalidUuid').optional() }),
    body: z.object({
      currentContacts: z
        .array(z.object({ id: Id }))
        .min(1)
        .max(limits.contactsPerForward),
      message: z.object({ id: Id }),
      ...Forwarding,
    }),
    answer: z.string(),
  }),
  messageVariables: endpoint({
    method: 'GET',
    path: '/tickets/:id/variables',
    summary: 'What the variables of a message in this ticket stand for now, such as {{name}}',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.record(z.string(), z.string()),
  }),
  listImages: endpoint({
    method: 'GET',
    path: '/messages/listimages/:id',
    summary: 'Pictures of a conversation, oldest first: the newest, or those around one of them',
    access: 'user',
    feature: 'none',
    params: IdParams,
    query: z.object({
      /** Id of a message: returns the pictures around it. */
      around: Id.optional(),
      /** Also videos, which existing clients would show as pictures. */
      videos: Flag.default(false),
    }),
    answer: z.object({
      images: z.array(ImageView),
      /** How many there are in the conversation, and the place of the first of `images` among them, from 1. */
      count: z.number(),
      first: z.number(),
    }),
  }),
  listMedia: endpoint({
    method: 'GET',
    path: '/messages/getmedia/:id',
    summary: 'Media, documents, links and calls of a conversation, newest first',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: z.object({
      media: z.array(Media),
      documents: z.array(Found),
      links: z.array(Found),
      calls: z.array(MessageView),
    }),
  }),
} as const
