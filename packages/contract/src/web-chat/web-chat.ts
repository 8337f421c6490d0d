import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { When } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'

/** `{token}` is the connection's token, which is public for a web chat. */
const TokenParams = z.object({ token: z.string().min(8).max(64) })

/** What a chat window shows before anybody has written. */
export const WebChatInfo = z.object({
  companyName: z.string(),
  name: z.string(),
  color: z.string(),
  /** With its variables, so that the window knows it again with the values that it is sent with. */
  greeting: z.string(),
  /** What its variables stand for, as far as it is known; the window knows the visitor's name. */
  values: z.record(z.string(), z.string()),
  invitation: z.string(),
  asksName: z.boolean(),
  language: z.string(),
  /** Within service hours, and an attendant of the connection's queues is online. */
  online: z.boolean(),
  withinHours: z.boolean(),
  outOfHoursMessage: z.string(),
  attendant: z.object({ name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
})
export type WebChatInfo = z.output<typeof WebChatInfo>

export const WebChatMessage = z.object({
  id: z.string(),
  body: z.string(),
  /** Written by the visitor. */
  fromMe: z.boolean(),
  mediaUrl: z.string().nullable(),
  mediaType: z.string(),
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaWidth: z.number().nullable(),
  mediaHeight: z.number().nullable(),
  /** 0 pending, 1 stored, 2 delivered, 3 read. */
  ack: z.number().int().min(0).max(4),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** Reactions of attendants. */
  reactions: z.array(z.string()),
  /** Forwarded by an attendant. */
  isForwarded: z.boolean(),
  /** The people of contact cards; the body is empty then. */
  cards: z.array(z.object({ name: z.string(), number: z.string() })).optional(),
  /** A location; the body is empty then. */
  place: z.object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() }).optional(),
  quoted: z.object({ id: z.string(), body: z.string(), fromMe: z.boolean(), mediaType: z.string() }).nullable(),
  createdAt: When,
  author: z.string().optional(),
  /** An event of the conversation ("Camila entrou na conversa"), not a message of a person. */
  isSystem: z.boolean(),
})
export type WebChatMessage = z.output<typeof WebChatMessage>

const MessageBody = z.object({
  id: z.uuid(),
  body: z.string().max(limits.visitorText).default(''),
  quotedId: z.string().max(64).nullish(),
})

export const webChatCalls = {
  webChatInfo: endpoint({
    method: 'GET',
    path: '/web-chat/:token',
    summary: 'What the chat window shows: names, colour, whether somebody is there',
    access: 'public',
    feature: 'none',
    params: TokenParams,
    answer: WebChatInfo,
  }),
  createVisitor: endpoint({
    method: 'POST',
    path: '/web-chat/:token/visitors',
    summary: 'A new visitor; the secret is shown this once',
    access: 'public',
    feature: 'none',
    params: TokenParams,
    body: z.object({
      name: z.string().trim().max(50).nullish(),
      email: z.email().max(254).or(z.literal('')).nullish(),
    }),
    status: 201,
    answer: z.object({ visitorId: z.string(), secret: z.string() }),
  }),
  sendVisitorMessage: endpoint({
    method: 'POST',
    path: '/web-chat/:token/messages',
    summary: 'A message of the visitor; the same id again answers 200 with the same message',
    access: 'visitor',
    feature: 'none',
    params: TokenParams,
    body: MessageBody,
    form: MessageBody,
    status: 201,
    statusAgain: 200,
    answer: z.object({ id: z.string(), createdAt: When }),
  }),
  listVisitorMessages: endpoint({
    method: 'GET',
    path: '/web-chat/:token/messages',
    summary: 'The conversation, oldest first, after a time or a message; without either, the newest page',
    access: 'visitor',
    feature: 'none',
    params: TokenParams,
    query: z.object({
      /** The id of a message, or a createdAt, which skips messages of the same millisecond. By id none is skipped. */
      after: z.string().max(64).optional(),
      before: z.string().max(64).optional(),
    }),
    answer: z.object({ messages: z.array(WebChatMessage), hasMore: z.boolean() }),
  }),
} as const

/** Socket.IO namespace `/web-chat`, `auth: { secret }`. */
export interface WebChatServerEvents {
  /** A new or changed message (edited, deleted, reaction, file has arrived): replace it by id. */
  message: (message: WebChatMessage) => void
  ack: (ack: { id: string; ack: number }) => void
  typing: (state: { typing: boolean; author?: string }) => void
  status: (status: { online: boolean; withinHours: boolean; attendant: WebChatInfo['attendant'] }) => void
}

export interface WebChatClientEvents {
  typing: (state: { typing: boolean }) => void
  /** The visitor has received (2) or read (3) our messages up to this id. */
  ack: (ack: { id: string; ack: 2 | 3 }) => void
}

export const WebChatTyping = z.object({ typing: z.boolean() })
export const WebChatAck = z.object({ id: z.string().max(64), ack: z.literal([2, 3]) })
