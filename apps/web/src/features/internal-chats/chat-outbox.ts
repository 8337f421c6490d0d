import { type InternalMessageView, api } from '@guiche/contract'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { call, upload } from '../../lib/api.ts'
import { queries } from '../../lib/cache/queries.ts'
import { type Outbox, type Unsent, createOutbox } from '../../lib/sending/outbox.ts'
import { overSessions, sessionStore } from '../../lib/session-store.ts'
import { setMessages } from './chat-cache.ts'
import { withMessage } from './message-pages.ts'

const Answered = z.object({
  id: z.number(),
  sender: z.object({ id: z.number(), name: z.string() }),
  message: z.string(),
  mediaType: z.enum(['text', 'image', 'audio', 'video', 'application']),
  mediaName: z.string().nullable(),
  isDeleted: z.boolean(),
})

/** A message that somebody has sent to colleagues. */
const SentToChat = z.object({
  clientId: z.string(),
  chatId: z.number(),
  message: z.string(),
  replyTo: Answered.nullable(),
  mentions: z.array(z.number()),
  ticketId: z.number().nullable(),
  file: z.object({ name: z.string(), type: z.string(), size: z.number(), url: z.string().nullable() }).nullable(),
  /** What is known of a recording. */
  sound: z.object({ mediaWave: z.string().optional(), mediaSeconds: z.number().optional() }),
  createdAt: z.string(),
})
export type SentToChat = z.output<typeof SentToChat>
export type UnsentToChat = Unsent<SentToChat>

const Kept = z.array(
  SentToChat.extend({
    state: z.enum(['waiting', 'sending', 'failed']),
    progress: z.number(),
    failure: z.string().nullable(),
  }),
)
const isKept = (value: unknown): value is UnsentToChat[] => Kept.safeParse(value).success

export const chatOutbox: Outbox<SentToChat> = createOutbox<SentToChat, InternalMessageView>({
  conversationOf: ({ chatId }) => chatId,
  post: (send, file, onProgress) => {
    if (!send.file) return postText(send)
    return file ? postFile(send, file, onProgress) : Promise.reject(new Error('the file is gone'))
  },
  onSent: (message) => setMessages(queries, message.chatId, (pages) => withMessage(pages, message)),
  store: sessionStore('unsent-to-chats', isKept, []),
})

function postText({
  chatId,
  clientId,
  message,
  replyTo,
  mentions,
  ticketId,
}: SentToChat): Promise<InternalMessageView> {
  const body = { clientId, message, replyToId: replyTo?.id ?? null, mentions, ticketId }
  return call(api.postChatMessage, { params: { id: chatId }, body })
}

function postFile(
  { chatId, clientId, message, replyTo, mentions, sound }: SentToChat,
  file: File,
  onProgress: (share: number) => void,
): Promise<InternalMessageView> {
  const form = {
    ...sound,
    clientId,
    message,
    mentions,
    fromMe: 'true',
    typeArch: 'chats',
    body: [file.name],
    ...(replyTo && { replyToId: replyTo.id }),
  }
  return upload(api.postChatMessage, { params: { id: chatId }, form }, { files: [file], field: 'medias', onProgress })
}

overSessions({ forget: chatOutbox.clear, suspend: chatOutbox.suspend, resume: chatOutbox.resume })

const none: UnsentToChat[] = []
let byChat = new Map<number, UnsentToChat[]>()
let seen: UnsentToChat[] = none

/** The unsent messages of one chat. */
export function useUnsentTo(chatId: number): UnsentToChat[] {
  return useSyncExternalStore(chatOutbox.subscribe, () => {
    if (seen !== chatOutbox.all()) {
      seen = chatOutbox.all()
      byChat = Map.groupBy(seen, (send) => send.chatId)
    }
    return byChat.get(chatId) ?? none
  })
}
