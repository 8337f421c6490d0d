import type { History, Inbound, PastFile, PastMessage } from '@guiche/channel'
import { z } from 'zod'
import { identitiesOf } from './identities.ts'
import { type CloudMessage, Message, NetworkError, list } from './items.ts'
import { digitsIn } from './number-access.ts'
import { split } from './sender.ts'
import { type CloudWords, ofContent } from './to-inbound.ts'

const count = z.number().optional().catch(undefined)

const Part = z.object({
  metadata: z.object({ progress: count }).optional().catch(undefined),
  threads: list(z.object({ id: z.coerce.string(), messages: z.array(z.unknown()).default([]).catch([]) })),
  errors: list(NetworkError),
})

const HistoryValue = z.object({
  metadata: z.object({ display_phone_number: z.coerce.string() }),
  history: list(Part),
  /** Files of messages that came before without them. They name neither side reliably. */
  messages: z.array(z.unknown()).default([]).catch([]),
})

const Context = z.object({ history_context: z.object({ status: z.string() }).optional().catch(undefined) })

/** What a change of the field `history` is about, before it is read. */
export interface HistoryNews {
  /** Meta's code for why none will come. */
  refusedWith: number | undefined
  /** In percent, how much of all was sent with it. Undefined: it has only files of messages that were sent before. */
  sent: number | undefined
}

export function readHistoryNews(value: unknown): HistoryNews {
  const { history = [] } = HistoryValue.safeParse(value).data ?? {}
  return {
    refusedWith: history.flatMap(({ errors }) => errors)[0]?.code,
    sent: history.length === 0 ? undefined : Math.max(...history.map(({ metadata }) => percent(metadata?.progress))),
  }
}

const percent = (told = 0) => Math.min(100, Math.max(0, Math.floor(told)))

interface At {
  /** What the ids of users belong to. */
  scope: string
  words: CloudWords
}

/** The messages in a change of the field `history`. */
export function historyIn(value: unknown, { scope, words }: At): History {
  const { success, data } = HistoryValue.safeParse(value)
  if (!success) return { messages: [], changes: [], names: [] }
  const own = digitsIn(data.metadata.display_phone_number)
  const threads = data.history.flatMap((part) => part.threads)
  const events = threads.flatMap(({ id, messages }) =>
    messages.flatMap((one) => {
      const message = Message.safeParse(one).data
      return message ? ofPast(message, one, { thread: id, own, scope, words }) : []
    }),
  )
  const messages = events.filter((event) => event.kind === 'message')
  const files = data.messages.flatMap((one) => fileIn(Message.safeParse(one).data, words))
  return {
    messages,
    changes: events.filter((event) => event.kind !== 'message'),
    names: [],
    files: [...messages.flatMap((message) => fileOf(message) ?? []), ...files],
  }
}

type PastEvent = History['changes'][number] | PastMessage

function ofPast(
  message: CloudMessage,
  raw: unknown,
  { thread, own, scope, words }: At & { thread: string; own: string },
): PastEvent[] {
  const isEcho = message.from !== undefined && digitsIn(message.from) === own
  const { from, aliases } = split(
    identitiesOf(scope, {
      number: (isEcho ? message.to : message.from) ?? thread,
      userId: isEcho ? message.to_user_id : message.from_user_id,
    }),
  )
  if (!from || message.group_id !== undefined) return []
  const ack = ackOf(Context.safeParse(raw).data?.history_context?.status)
  return ofContent(message, { from, ...aliases, name: '', ...(isEcho && { isEcho }) }, words).flatMap(
    (event): PastEvent[] => {
      if (event.kind !== 'message') return isChange(event) ? [event] : []
      // Without a time it has no place among the others.
      return event.sentAt === undefined ? [] : [{ ...event, sentAt: event.sentAt, ack }]
    },
  )
}

const isChange = (event: Inbound): event is History['changes'][number] =>
  event.kind === 'edit' || event.kind === 'delete' || event.kind === 'reaction'

const acks: Readonly<Record<string, 2 | 3 | 4>> = { DELIVERED: 2, READ: 3, PLAYED: 4 }

function ackOf(status: string | undefined): PastMessage['ack'] {
  const known = status?.toUpperCase() ?? ''
  return (Object.hasOwn(acks, known) ? acks[known] : undefined) ?? 1
}

function fileIn(message: CloudMessage | undefined, words: CloudWords): PastFile[] {
  if (!message) return []
  const nobody = { from: { kind: 'phone', value: '' }, name: '' } as const
  return ofContent(message, nobody, words).flatMap((event) => (event.kind === 'message' ? (fileOf(event) ?? []) : []))
}

function fileOf({
  externalId,
  body,
  mediaType,
  media,
}: Pick<PastMessage, 'externalId' | 'body' | 'mediaType' | 'media'>): PastFile | undefined {
  return media && 'source' in media ? { externalId, body, mediaType, media } : undefined
}
