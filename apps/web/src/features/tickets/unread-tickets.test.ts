import type { TicketEvent, TicketView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { ticket as anyTicket } from '../../../test/server-model.ts'
import { type Unread, concerns, isNewTransfer, withTicketEvent } from './unread-tickets.ts'

const me = { id: 7, queues: [{ id: 10 }] }

const ticket = (id: number, change: Partial<TicketView> = {}): TicketView =>
  anyTicket({ id, status: 'open', userId: me.id, unreadMessages: 1, ...change })

/** The bell after an event. */
const after = (unread: Unread, event: TicketEvent) => withTicketEvent(unread, event, me).unread

const ids = ({ tickets }: Unread) => tickets.map(({ id }) => id)

describe('the bell', () => {
  test.each([
    [{ status: 'open', userId: me.id, isBot: false }, true],
    [{ status: 'open', userId: 8, isBot: false }, false],
    [{ status: 'pending', userId: null, isBot: false }, true],
    [{ status: 'pending', userId: null, isBot: true }, false],
    [{ status: 'open', userId: me.id, isBot: true }, true],
    [{ status: 'lgpd', userId: null, isBot: true }, false],
    [{ status: 'lgpd', userId: null, isBot: false }, true],
    [{ status: 'group', userId: 8, isBot: false }, true],
    [{ status: 'closed', userId: me.id, isBot: false }, false],
    [{ status: 'nps', userId: me.id, isBot: false }, false],
  ] as const)('includes %o: %s', (given, isIncluded) => {
    expect(concerns(me.id, given)).toBe(isIncluded)
  })

  const unread: Unread = { tickets: [ticket(1)], count: 41 }

  test('ignores tickets of colleagues', () => {
    const event = { action: 'update', ticketId: 2, ticket: ticket(2, { userId: 8 }) } as const

    expect(after(unread, event)).toEqual(unread)
  })

  test('lists the newest first and counts a ticket once', () => {
    const later = ticket(2, { lastMessageAt: '2026-11-21T11:00:00.000Z' })

    const once = after(unread, { action: 'update', ticketId: 2, ticket: later })
    const twice = after(once, { action: 'update', ticketId: 2, ticket: { ...later, unreadMessages: 5 } })

    expect(ids(twice)).toEqual([2, 1])
    expect(twice.count).toBe(42)
    expect(twice.tickets[0]?.unreadMessages).toBe(5)
  })

  test('removes a ticket that was read, closed or taken by another user', () => {
    const read = after(unread, { action: 'updateUnread', ticketId: 1 })
    const closed = after(unread, { action: 'delete', ticketId: 1, status: 'open' })
    const taken = after(unread, { action: 'update', ticketId: 1, ticket: ticket(1, { userId: 8 }) })

    expect([read, closed, taken]).toEqual(Array.from({ length: 3 }, () => ({ tickets: [], count: 40 })))
  })

  const transfer = { at: '2026-11-21T11:00:00.000Z', by: { id: 8, name: 'Bia' }, note: 'É com você' }

  test.each([
    ['to the user', { userId: me.id, transfer }, true],
    ['to a queue of theirs', { status: 'pending', userId: null, queueId: 10, transfer }, true],
    ['to another queue', { status: 'pending', userId: null, queueId: 11, transfer }, false],
    ['by the user', { userId: me.id, transfer: { ...transfer, by: { id: me.id, name: 'Ana' } } }, false],
    ['by nobody', { userId: me.id, transfer: { ...transfer, by: null } }, true],
    ['that was seen', { userId: me.id, transfer: null }, false],
  ] as const)('lists a ticket without unread messages for a transfer %s: %s', (_to, given, isListed) => {
    const changed = ticket(2, { unreadMessages: 0, ...given })
    const now = after(unread, { action: 'update', ticketId: 2, ticket: changed })

    expect(ids(now).includes(2)).toBe(isListed)
    expect(isNewTransfer(me, changed, unread)).toBe(isListed)
    expect(isNewTransfer(me, changed, now)).toBe(false)
  })

  test('does not count down for tickets that it never showed', () => {
    expect(after(unread, { action: 'updateUnread', ticketId: 99 })).toEqual(unread)
  })
})
