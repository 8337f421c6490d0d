import type { MessageView, TicketLogView } from '@guiche/contract'
import { writerOf } from '../message-kind.ts'
import type { Send } from '../sends.ts'

/** A row of a conversation: a message, what is told between messages, or the divider above a day. */
export type Entry =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'message'; key: string; message: MessageView; isFirst: boolean }
  | { kind: 'album'; key: string; messages: MessageView[]; isFirst: boolean }
  | { kind: 'send'; key: string; send: Send; isFirst: boolean }
  | { kind: 'log'; key: string; log: TicketLogView; receiver: TicketLogView | undefined }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'ticket'; key: string; ticketId: number; queueName: string | undefined }

interface TimelineInput {
  messages: MessageView[]
  sends: Send[]
  logs: TicketLogView[]
  /** Whether there is nothing older than the first message. */
  isWhole: boolean
  /** The first of the new messages, and how many they are. */
  unread: { id: number; count: number } | undefined
  dayOf: (when: string) => string
}

/** The rows of a conversation by time. Runs over all loaded messages whenever one arrives, so it looks at each once. */
export function timelineOf(input: TimelineInput): Entry[] {
  const entries: Entry[] = []
  const dayOf = byQuarter(input.dayOf)
  let day: string | undefined
  let before: { who: string; at: number } | undefined
  let ticketId: number | undefined

  for (const { at, item } of byTime(input)) {
    const time = Date.parse(at)
    beginDay(dayOf(at, time), at)
    if (item.kind === 'log') {
      entries.push(item)
      before = undefined
      continue
    }
    if (item.kind === 'message') separate(item.message)
    const who = senderOf(item)
    const isFirst = before?.who !== who || time - before.at > groupWithin
    entries.push({ ...item, isFirst })
    before = { who, at: time }
  }
  return entries

  /** Days go forward only: a clock of a browser that is behind does not begin an earlier day at the end. */
  function beginDay(next: string, at: string) {
    if (day !== undefined && next <= day) return
    day = next
    entries.push({ kind: 'day', key: `day-${next}`, at })
    before = undefined
  }

  /** Adds a separator where another ticket of the history begins, and one above the new messages. */
  function separate(message: MessageView) {
    if (ticketId !== undefined && message.ticketId !== ticketId) {
      entries.push({
        kind: 'ticket',
        key: `ticket-${message.ticketId}-${message.id}`,
        ticketId: message.ticketId,
        queueName: message.ticket?.queue?.name,
      })
      before = undefined
    }
    ticketId = message.ticketId
    if (input.unread?.id !== message.id) return
    entries.push({ kind: 'unread', key: 'unread', count: input.unread.count })
    before = undefined
  }
}

/** Asks once for each quarter of an hour, because formatting is slow. In every time zone days begin at a whole quarter. */
function byQuarter(dayOf: (when: string) => string): (when: string, time: number) => string {
  const known = new Map<number, string>()
  return (when, time) => {
    const quarter = Math.floor(time / (15 * 60_000))
    const day = known.get(quarter) ?? dayOf(when)
    known.set(quarter, day)
    return day
  }
}

/** Messages of one sender within this time form a group. */
const groupWithin = 5 * 60_000

type Item =
  | { kind: 'message'; key: string; message: MessageView }
  | { kind: 'send'; key: string; send: Send }
  | { kind: 'log'; key: string; log: TicketLogView; receiver: TicketLogView | undefined }

function byTime({ messages, sends, logs, isWhole }: TimelineInput): { at: string; item: Item }[] {
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  const said = messages.map((message) => ({
    at: message.createdAt,
    item: { kind: 'message' as const, key: message.clientId ?? `m${message.id}`, message },
  }))
  const oldest = isWhole ? '' : (messages[0]?.createdAt ?? '')
  const told = shownLogs(logs)
    .filter(({ log }) => log.createdAt >= oldest)
    .map((entry) => ({ at: entry.log.createdAt, item: { kind: 'log' as const, key: `log-${entry.log.id}`, ...entry } }))
  const waiting = sends
    .filter(({ clientId }) => !arrived.has(clientId))
    .map((send) => ({ at: send.createdAt, item: { kind: 'send' as const, key: send.clientId, send } }))
  return [...merged(said, told), ...waiting]
}

function merged<A extends { at: string }, B extends { at: string }>(one: A[], other: B[]): (A | B)[] {
  const all: (A | B)[] = []
  let next = 0
  for (const item of one) {
    for (let entry = other[next]; entry && entry.at < item.at; entry = other[next]) {
      all.push(entry)
      next += 1
    }
    all.push(item)
  }
  return [...all, ...other.slice(next)]
}

/** Leaves out views and the creation by a first message. Joins the two entries of a transfer (given, received) into one. */
/** The messages of the bot show themselves; why it said them, or nothing, is in the dialog. */
const ofDialogOnly = new Set<TicketLogView['type']>(['access', 'chatBot', 'botSilent'])

function shownLogs(logs: TicketLogView[]): { log: TicketLogView; receiver: TicketLogView | undefined }[] {
  const shown = logs
    .filter(({ type, user }) => !ofDialogOnly.has(type) && (type !== 'create' || user !== null))
    .toSorted((a, b) => a.id - b.id)
  return shown.flatMap((log, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]]
    if (log.type === 'receivedTransfer' && before?.type === 'transfered') return []
    return [{ log, receiver: log.type === 'transfered' && after?.type === 'receivedTransfer' ? after : undefined }]
  })
}

function senderOf(item: Exclude<Item, { kind: 'log' }>): string {
  if (item.kind === 'send') return item.send.isPrivate ? `note-${item.send.userId}` : `user-${item.send.userId}`
  const { fromMe, isPrivate, user, participant, contactId } = item.message
  if (isPrivate) return `note-${user?.id ?? 0}`
  if (fromMe) return user ? `user-${user.id}` : writerOf(item.message)
  return `contact-${participant ?? contactId}`
}
