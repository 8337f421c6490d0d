import type { TicketLogView } from '@guiche/contract'
import { describe, expect, test, vi } from 'vitest'
import type { Send } from '../sends.ts'
import { type Entry, timelineOf } from './timeline.ts'
import { someMessage } from '../../../../test/some-message.ts'

describe('the timeline of a conversation', () => {
  test('begins a new group where somebody has written elsewhere', () => {
    const written = (id: number, writtenIn?: 'inbox' | 'app') =>
      someMessage({ id, fromMe: true, user: null, origin: 'phone', ...(writtenIn && { writtenIn }) })

    const entries = timeline({ messages: [written(1, 'inbox'), written(2, 'inbox'), written(3, 'app'), written(4)] })

    expect(entries.slice(1).map(sign)).toEqual(['1 first', '2', '3 first', '4 first'])
  })

  test('groups messages by day, and messages of one sender within 5 minutes', () => {
    const entries = timeline({
      messages: [
        someMessage({ id: 1, createdAt: '2026-11-20T10:00:00.000Z' }),
        someMessage({ id: 2, createdAt: '2026-11-21T10:00:00.000Z' }),
        someMessage({ id: 3, createdAt: '2026-11-21T10:04:00.000Z' }),
        someMessage({ id: 4, createdAt: '2026-11-21T10:10:00.000Z' }),
        someMessage({ id: 5, createdAt: '2026-11-21T10:11:00.000Z', fromMe: true }),
        someMessage({ id: 6, createdAt: '2026-11-21T10:12:00.000Z', fromMe: true, isPrivate: true }),
      ],
    })

    expect(entries.map(sign)).toEqual([
      'day 2026-11-20',
      '1 first',
      'day 2026-11-21',
      '2 first',
      '3',
      '4 first',
      '5 first',
      '6 first',
    ])
  })

  test('shows ticket log entries at their time, and a transfer as one entry', () => {
    const entries = timeline({
      messages: [
        someMessage({ id: 1, createdAt: '2026-11-21T10:00:00.000Z' }),
        someMessage({ id: 2, createdAt: '2026-11-21T10:03:00.000Z' }),
      ],
      logs: [
        log({
          id: 4,
          type: 'receivedTransfer',
          createdAt: '2026-11-21T10:02:00.000Z',
          user: { id: 8, name: 'Rafael' },
        }),
        log({ id: 3, type: 'transfered', createdAt: '2026-11-21T10:02:00.000Z' }),
        log({ id: 2, type: 'access', createdAt: '2026-11-21T10:01:00.000Z' }),
        log({ id: 1, type: 'open', createdAt: '2026-11-21T10:01:00.000Z' }),
      ],
    })

    expect(entries.map(sign)).toEqual(['day 2026-11-21', '1 first', 'open', 'transfered to Rafael', '2 first'])
  })

  test('hides log entries older than the loaded messages until these are loaded', () => {
    const messages = [someMessage({ id: 9, createdAt: '2026-11-21T10:00:00.000Z' })]
    const logs = [log({ id: 1, type: 'open', createdAt: '2026-11-21T09:00:00.000Z' })]

    expect(timeline({ messages, logs, isWhole: false }).map(sign)).toEqual(['day 2026-11-21', '9 first'])
    expect(timeline({ messages, logs, isWhole: true }).map(sign)).toEqual(['day 2026-11-21', 'open', '9 first'])
  })

  test('adds a separator for another ticket of the history and for new messages', () => {
    const entries = timeline({
      messages: [
        someMessage({ id: 1, ticketId: 4 }),
        someMessage({ id: 2, ticketId: 5 }),
        someMessage({ id: 3, ticketId: 5 }),
      ],
      unread: { id: 3, count: 1 },
    })

    expect(entries.map(sign)).toEqual(['day 2026-11-21', '1 first', 'ticket 5', '2 first', 'unread 1', '3 first'])
  })

  test('asks for the day of a message once for each quarter of an hour', () => {
    const messages = Array.from({ length: 600 }, (_, id) =>
      someMessage({ id, createdAt: new Date(Date.UTC(2026, 10, 21, 10, 0, id)).toISOString() }),
    )
    const dayOf = vi.fn((when: string) => when.slice(0, 10))
    timeline({ messages, dayOf })
    expect(dayOf).toHaveBeenCalledTimes(1)
  })

  test('shows messages being sent at the end, and not twice once they have arrived', () => {
    const sends = [send('a'), send('b')]
    const messages = [someMessage({ id: 1 }), someMessage({ id: 2, fromMe: true, clientId: 'a' })]

    expect(timeline({ messages, sends }).map(sign)).toEqual(['day 2026-11-21', '1 first', '2 first', 'send b'])
  })
})

type TimelineInput = Parameters<typeof timelineOf>[0]
const timeline = (input: Partial<TimelineInput>) =>
  timelineOf({
    messages: [],
    sends: [],
    logs: [],
    isWhole: true,
    unread: undefined,
    dayOf: (when) => when.slice(0, 10),
    ...input,
  })

function sign(entry: Entry): string {
  switch (entry.kind) {
    case 'day':
      return entry.key.replace('-', ' ')
    case 'message':
      return `${entry.message.id}${entry.isFirst ? ' first' : ''}`
    case 'album':
      return `album of ${entry.messages.length}`
    case 'send':
      return `send ${entry.send.clientId}`
    case 'log':
      return `${entry.log.type}${entry.receiver ? ` to ${entry.receiver.user?.name}` : ''}`
    case 'unread':
      return `unread ${entry.count}`
    case 'ticket':
      return `ticket ${entry.ticketId}`
  }
}

const moment = '2026-11-21T10:00:00.000Z'

const log = (given: Partial<TicketLogView> & Pick<TicketLogView, 'id' | 'type' | 'createdAt'>): TicketLogView => ({
  ticketId: 5,
  userId: 7,
  queueId: null,
  user: { id: 7, name: 'Camila' },
  queue: null,
  recovered: null,
  decision: null,
  ...given,
})

const send = (clientId: string): Send => ({
  clientId,
  ticketId: 5,
  userId: 7,
  body: 'Oi',
  isPrivate: false,
  quoted: null,
  file: null,
  createdAt: moment,
  state: 'sending',
  progress: 0,
  failure: null,
})
