import type { MessageView, TicketLogView } from '@guiche/contract'
import type { Send } from '../sends.ts'

/** One day of a conversation: its messages and ticket log entries, by time. */
export interface Day {
  /** YYYY-MM-DD in the company's time zone. */
  key: string
  entries: Entry[]
}

export type Entry =
  | { kind: 'message'; key: string; message: MessageView; isFirst: boolean }
  | { kind: 'send'; key: string; send: Send; isFirst: boolean }
  | { kind: 'log'; key: string; log: TicketLogView; receiver: TicketLogView | undefined }
  | { kind: 'unread'; key: string; at: string; count: number }
  | { kind: 'ticket'; key: string; at: string; ticketId: number; queueName: string | undefined }

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

export function timelineOf(input: TimelineInput): Day[] {
  const days: Day[] = []
  let before: { who: string; at: number } | undefined
  let ticketId: number | undefined

  for (const { at, item } of byTime(input)) {
    const day = dayFor(input.dayOf(at))
    if (item.kind === 'log') {
      day.entries.push(item)
      before = undefined
      continue
    }
    if (item.kind === 'message') separate(day, item.message)
    const time = Date.parse(at)
    const who = senderOf(item)
    const isFirst = before?.who !== who || time - before.at > groupWithin
    day.entries.push({ ...item, isFirst })
    before = { who, at: time }
  }
  return days

  function dayFor(key: string): Day {
    const last = days.at(-1)
    if (last?.key === key) return last
    const day = { key, entries: [] }
    days.push(day)
    before = undefined
    return day
  }

  /** Adds a separator where another ticket of the history begins, and one above the new messages. */
  function separate(day: Day, message: MessageView) {
    if (ticketId !== undefined && message.ticketId !== ticketId) {
      day.entries.push({
        kind: 'ticket',
        key: `ticket-${message.ticketId}-${message.id}`,
        at: message.createdAt,
        ticketId: message.ticketId,
        queueName: message.ticket?.queue?.name,
      })
      before = undefined
    }
    ticketId = message.ticketId
    if (input.unread?.id !== message.id) return
    day.entries.push({ kind: 'unread', key: 'unread', at: message.createdAt, count: input.unread.count })
    before = undefined
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
function shownLogs(logs: TicketLogView[]): { log: TicketLogView; receiver: TicketLogView | undefined }[] {
  const shown = logs
    .filter(({ type, user }) => type !== 'access' && (type !== 'create' || user !== null))
    .toSorted((a, b) => a.id - b.id)
  return shown.flatMap((log, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]]
    if (log.type === 'receivedTransfer' && before?.type === 'transfered') return []
    return [{ log, receiver: log.type === 'transfered' && after?.type === 'receivedTransfer' ? after : undefined }]
  })
}

function senderOf(item: Exclude<Item, { kind: 'log' }>): string {
  if (item.kind === 'send') return item.send.isPrivate ? `note-${item.send.userId}` : `user-${item.send.userId}`
  const { fromMe, isPrivate, user, origin, participant, contactId } = item.message
  if (isPrivate) return `note-${user?.id ?? 0}`
  if (fromMe) return user ? `user-${user.id}` : origin
  return `contact-${participant ?? contactId}`
}
