import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Id, IdParams, PageNumber, SearchParam, When, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { UserRef, Timestamps } from '../shared/refs.ts'
import { InternalMediaType } from './internal-messages.ts'

export const ChatMemberView = z.object({
  id: z.number(),
  chatId: z.number(),
  userId: z.number(),
  /** How many messages of others they have not read. */
  unreads: z.number(),
  /** The newest message that they have read; null: none yet. */
  readMessageId: z.number().nullable(),
  user: UserRef,
})
export type ChatMemberView = z.output<typeof ChatMemberView>

/** The newest message of a chat, as a row of the list shows it. */
const NewestMessage = z.object({
  id: z.number(),
  user: UserRef,
  message: z.string(),
  mediaType: InternalMediaType,
  mediaName: z.string().nullable(),
  ticketId: z.number().nullable(),
  isDeleted: z.boolean(),
  createdAt: When,
})

/** A conversation among colleagues. Only its members know of it. */
export const InternalChatView = z.object({
  id: z.number(),
  uuid: z.string(),
  companyId: z.number(),
  /** Of a direct talk, the names of its two people when it began. */
  title: z.string(),
  /** A talk of two people, which each of them can open from the other's name. */
  isDirect: z.boolean(),
  ownerId: z.number(),
  owner: UserRef,
  /** "Name: text", as existing clients show it; empty without a message. */
  lastMessage: z.string(),
  newest: NewestMessage.nullable(),
  /** Of the newest message, or when the chat began. */
  lastMessageAt: When,
  /** By name. The person who is told of the chat is always among them. */
  users: z.array(ChatMemberView),
  ...Timestamps,
})
export type InternalChatView = z.output<typeof InternalChatView>

/** Existing clients send whole users; only their ids are read. The owner is a member anyway. */
const Members = z
  .array(z.object({ id: Id }))
  .min(1, 'required')
  .max(limits.chatMembers, 'tooMany')

export const InternalChatBody = z.object({
  title: z.string('required').overwrite(cleanLine).min(1, 'required').max(limits.chatTitle, 'tooLong'),
  users: Members,
})

/** What somebody has typed in a chat and not sent. */
const ChatDraft = z.object({ chatId: z.number(), body: z.string() })
export type ChatDraft = z.output<typeof ChatDraft>

export const internalChatCalls = {
  listChats: endpoint({
    method: 'GET',
    path: '/chats',
    summary: "One's internal chats, those with the newest messages first; empty if the plan has none",
    access: 'user',
    // Existing clients ask on every page, and show an error without an answer.
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({
      records: z.array(InternalChatView),
      count: z.number(),
      hasMore: z.boolean(),
      /** Unread messages in all chats of the caller. */
      unreads: z.number(),
    }),
  }),
  getChat: endpoint({
    method: 'GET',
    path: '/chats/u/:chatUuid',
    summary: 'An internal chat by its uuid, for members',
    access: 'user',
    feature: 'useInternalChat',
    params: z.object({ chatUuid: z.uuid() }),
    answer: InternalChatView,
  }),
  createChat: endpoint({
    method: 'POST',
    path: '/chats',
    summary: 'A new internal chat; its owner is always a member',
    access: 'user',
    feature: 'useInternalChat',
    body: InternalChatBody,
    answer: InternalChatView,
  }),
  openDirectChat: endpoint({
    method: 'POST',
    path: '/chats/direct',
    summary: 'The talk with one colleague, which begins with the first call',
    access: 'user',
    feature: 'useInternalChat',
    body: z.object({ userId: Id }),
    answer: InternalChatView,
  }),
  updateChat: endpoint({
    method: 'PUT',
    path: '/chats/:id',
    summary: 'Change title and members of an own internal chat',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    body: InternalChatBody,
    answer: InternalChatView,
  }),
  deleteChat: endpoint({
    method: 'DELETE',
    path: '/chats/:id',
    summary: 'Remove an own internal chat with its messages',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    answer: Done,
  }),
  readChat: endpoint({
    method: 'POST',
    path: '/chats/:id/read',
    summary: 'The caller has read the chat, up to a message or all of it',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    body: z.object({
      /** Existing clients send it. Only one's own id is accepted. */
      userId: Id.optional(),
      messageId: Id.optional(),
    }),
    answer: InternalChatView,
  }),
  listChatDrafts: endpoint({
    method: 'GET',
    path: '/chats/drafts',
    summary: 'What one has typed in internal chats and not sent',
    access: 'user',
    feature: 'useInternalChat',
    answer: z.array(ChatDraft),
  }),
  saveChatDraft: endpoint({
    method: 'PUT',
    path: '/chats/:id/draft',
    summary: 'Keep what was typed in a chat; empty removes it',
    access: 'user',
    feature: 'useInternalChat',
    params: IdParams,
    body: z.object({ body: z.string().max(limits.messageText) }),
    answer: ChatDraft,
  }),
} as const
