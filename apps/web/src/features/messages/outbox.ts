import { QuotedMessage } from '@guiche/contract'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { queries } from '../../lib/cache/queries.ts'
import { type Outbox, createOutbox } from '../../lib/sending/outbox.ts'
import { overSessions, sessionStore } from '../../lib/session-store.ts'
import { rememberAnswer } from './message-cache.ts'
import { postFile, postStored, postText, postThing } from './messages.api.ts'
import type { Send, SentMessage } from './sends.ts'

const Kept = z.array(
  z.object({
    clientId: z.string(),
    ticketId: z.number(),
    userId: z.number(),
    body: z.string(),
    isPrivate: z.boolean(),
    quoted: QuotedMessage.nullable(),
    file: z
      .object({
        name: z.string(),
        type: z.string(),
        size: z.number(),
        url: z.string().nullable(),
        isSticker: z.boolean().optional(),
        quickMessageId: z.number().optional(),
      })
      .nullable(),
    thing: z
      .discriminatedUnion('kind', [
        z.object({
          kind: z.literal('cards'),
          contacts: z.array(z.object({ id: z.number(), name: z.string(), number: z.string() })),
        }),
        z.object({
          kind: z.literal('location'),
          location: z.object({ latitude: z.number(), longitude: z.number(), name: z.string(), address: z.string() }),
        }),
      ])
      .optional(),
    createdAt: z.string(),
    state: z.enum(['waiting', 'sending', 'failed']),
    progress: z.number(),
    failure: z.string().nullable(),
  }),
)
const isKept = (value: unknown): value is Send[] => Kept.safeParse(value).success

export const outbox: Outbox<SentMessage> = createOutbox({
  conversationOf: ({ ticketId }) => ticketId,
  post: ({ ticketId, clientId, body, isPrivate, quoted, file: kept, thing }, file, onProgress) => {
    const message = { ticketId, clientId, body, isPrivate, quotedMsgId: quoted?.id ?? null }
    if (thing) return postThing(message, thing)
    if (!kept) return postText(message)
    const { isSticker, quickMessageId } = kept
    if (quickMessageId !== undefined) return postStored(message, quickMessageId)
    return file ? postFile({ ...message, isSticker }, file, onProgress) : Promise.reject(new Error('the file is gone'))
  },
  onSent: (message) => rememberAnswer(queries, message),
  store: sessionStore('unsent', isKept, []),
})

overSessions({ forget: outbox.clear, suspend: outbox.suspend, resume: outbox.resume })

const none: Send[] = []
let byTicket = new Map<number, Send[]>()
let seen: Send[] = none

/** The unsent messages of one conversation. */
export function useSends(ticketId: number): Send[] {
  return useSyncExternalStore(outbox.subscribe, () => {
    if (seen !== outbox.all()) {
      seen = outbox.all()
      byTicket = Map.groupBy(seen, (send) => send.ticketId)
    }
    return byTicket.get(ticketId) ?? none
  })
}
