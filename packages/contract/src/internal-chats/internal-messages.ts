import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, PageNumber, SearchParam } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { MediaSeconds, Wave } from '../shared/sound.ts'
import { QueueRef, UserRef, Timestamps } from '../shared/refs.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'

export const InternalMediaType = z.enum(['text', 'image', 'audio', 'video', 'application'])

const AnsweredMessage = z.object({
  id: z.number(),
  sender: UserRef,
  message: z.string(),
  mediaType: InternalMediaType,
  mediaName: z.string().nullable(),
  isDeleted: z.boolean(),
})

export const InternalMessageView = z.object({
  id: z.number(),
  chatId: z.number(),
  senderId: z.number(),
  sender: UserRef,
  /** The id that the sender's client gave it, if any. */
  clientId: z.string().nullable(),
  /** Empty if it was deleted. */
  message: z.string(),
  mediaType: InternalMediaType,
  /** The address of the file, valid for some minutes. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** In bytes. */
  mediaSize: z.number().nullable(),
  mediaWidth: z.number().nullable(),
  mediaHeight: z.number().nullable(),
  mediaSeconds: z.number().nullable(),
  /** The loudness of a recording in equal parts, from 0 to 100. */
  mediaWave: z.array(z.number()).nullable(),
  thumbnailUrl: z.string().nullable(),
  /** The message that it answers. */
  replyTo: AnsweredMessage.nullable(),
  /** Members whom it calls by name. */
  mentions: z.array(UserRef),
  reactions: z.array(z.object({ emoji: z.string(), user: UserRef })),
  /** A ticket that it shows as a card. Whoever may see the ticket fetches it. */
  ticketId: z.number().nullable(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  ...Timestamps,
})
export type InternalMessageView = z.output<typeof InternalMessageView>

/** What a reader may see of a ticket that a message shows. */
export const TicketCard = z.object({
  id: z.number(),
  uuid: z.string(),
  status: TicketStatus,
  contactName: z.string(),
  queue: QueueRef.nullable(),
})
export type TicketCard = z.output<typeof TicketCard>

const Text = z.string().max(limits.messageText)

/** Members whom the text calls by name; others are left out. */
const Mentions = z.array(Id).max(limits.chatMembers, 'tooMany').default([])

const Common = {
  clientId: z.uuid().optional(),
  replyToId: Id.nullish(),
}

/** A text, or a ticket with or without one. */
export const NewInternalMessage = z
  .object({
    ...Common,
    message: Text.default(''),
    mentions: Mentions,
    ticketId: Id.nullish(),
  })
  .refine(({ message, ticketId }) => message.trim() !== '' || typeof ticketId === 'number', {
    path: ['message'],
    error: 'required',
  })

/** Files, one message each. The first gets the text. */
const NewInternalFiles = z.object({
  ...Common,
  message: Text.default(''),
  mentions: Mentions,
  mediaWave: Wave.optional(),
  mediaSeconds: MediaSeconds.optional(),
  /** Existing clients send these. The name of a file comes with the file. */
  fromMe: z.string().max(20).optional(),
  typeArch: z.string().max(20).optional(),
  body: z.array(z.string().max(1000)).max(limits.filesPerSend).optional(),
})

/** A message that was found, with its chat. */
const FoundInternalMessage = z.object({
  chatUuid: z.string(),
  title: z.string(),
  message: InternalMessageView,
})
export type FoundInternalMessage = z.output<typeof FoundInternalMessage>

export const internalMessageCalls = {
  listChatMessages: endpoint({
    method: 'GET',
    path: '/chats/:id/messages',
    summary: 'A page of an internal chat, oldest first within it',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    query: z.object({
      pageNumber: PageNumber,
      /** Id of a message: returns the page before it. Replaces the page number. */
      before: Id.optional(),
      /** Id of a message: returns the page around it. */
      around: Id.optional(),
    }),
    answer: z.object({ records: z.array(InternalMessageView), count: z.number(), hasMore: z.boolean() }),
  }),
  postChatMessage: endpoint({
    method: 'POST',
    path: '/chats/:id/messages',
    summary: 'Send a text, or files as a form; a repeated clientId (or Idempotency-Key) returns the same message',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    /** An alternative to `clientId`. */
    headers: z.object({ 'idempotency-key': z.uuid('invalidUuid').optional() }),
    body: NewInternalMessage,
    form: NewInternalFiles,
    repeatedFields: ['body', 'mentions'],
    answer: InternalMessageView,
  }),
  editChatMessage: endpoint({
    method: 'PUT',
    path: '/chats/messages/:id',
    summary: 'Change the text of an own message',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    body: z.object({ message: z.string().trim().min(1, 'required').max(limits.messageText) }),
    answer: InternalMessageView,
  }),
  deleteChatMessage: endpoint({
    method: 'DELETE',
    path: '/chats/messages/:id',
    summary: 'Delete an own message for everybody',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    answer: InternalMessageView,
  }),
  reactToChatMessage: endpoint({
    method: 'PUT',
    path: '/chats/messages/:id/reaction',
    summary: 'React to a message; an empty emoji takes the reaction back',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    body: z.object({ emoji: z.string().max(32) }),
    answer: InternalMessageView,
  }),
  ticketOfChatMessage: endpoint({
    method: 'GET',
    path: '/chats/messages/:id/ticket',
    summary: 'The ticket that a message shows, for those who may see it',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    answer: TicketCard,
  }),
  searchChatMessages: endpoint({
    method: 'GET',
    path: '/chats/messages',
    summary: "Messages of one's internal chats that contain a text, the newest first",
    access: 'user',
    feature: 'useInternalChat',
    query: z.object({ searchParam: SearchParam }),
    answer: z.object({ records: z.array(FoundInternalMessage) }),
  }),
} as const
