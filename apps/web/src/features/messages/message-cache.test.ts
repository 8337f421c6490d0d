import { type MessageEvent, type MessageView, liveMessage } from '@guiche/contract'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { ticket } from '../../../test/server-model.ts'
import { applyMessageEvent, messageKeys, rememberAnswer } from './message-cache.ts'
import { type MessagePages, messagesOf } from './message-pages.ts'
import { someMessage } from '../../../test/some-message.ts'

describe('live events of a message', () => {
  test('an older event that arrives after a newer one changes nothing', () => {
    const { hear, body } = conversation()

    hear({ body: 'Às 11?', seq: 12 })
    hear({ body: 'Às 10?', seq: 11 })
    expect(body()).toBe('Às 11?')

    hear({ body: 'Às 12?', seq: 13 })
    expect(body()).toBe('Às 12?')
  })

  test('a change that arrives before the message itself shows the message, and the older event changes nothing', () => {
    const { cache, known, bodies } = conversation()
    const message = { ...known, id: 2, body: 'Às 10?' }

    applyMessageEvent(cache, { action: 'update', message: { ...message, body: 'Às 11?' }, seq: 13 })
    expect(bodies()).toEqual(['Às 9?', 'Às 11?'])

    applyMessageEvent(cache, createdOf(message, 12))
    expect(bodies()).toEqual(['Às 9?', 'Às 11?'])
  })

  test('a new message is shown wherever a ticket of its conversation is open, and nowhere else', () => {
    const { cache, known, bodies } = conversation()
    const other = someMessage({ id: 9, ticketId: 90, conversationId: 80, body: 'De outra pessoa' })
    const elsewhere = messageKeys.pages(other.ticketId, 0)
    cache.setQueryData<MessagePages>(elsewhere, {
      pages: [{ messages: [other], hasMore: false, hasNewer: false }],
      pageParams: [{}],
    })

    applyMessageEvent(cache, createdOf({ ...known, id: 2, ticketId: 6, body: 'Às 10?' }, 12))

    expect(bodies()).toEqual(['Às 9?', 'Às 10?'])
    const shown = cache.getQueryData<MessagePages>(elsewhere)
    expect(shown && messagesOf(shown)).toEqual([other])
  })

  test('an event of an earlier fact that was read later is the newer one', () => {
    const { hear, body } = conversation()

    hear({ body: 'Às 12?', seq: 11, asOf: 13 })
    hear({ body: 'Às 11?', seq: 12, asOf: 12 })
    expect(body()).toBe('Às 12?')

    hear({ body: 'Às 12?', seq: 13, asOf: 13 })
    expect(body()).toBe('Às 12?')
  })

  test('a repeated event, or one without a number, is applied', () => {
    const { hear, body } = conversation()

    hear({ body: 'Às 11?', seq: 12 })
    hear({ body: 'Às 11 em ponto?', seq: 12 })
    expect(body()).toBe('Às 11 em ponto?')

    hear({ body: 'Às 12?' })
    expect(body()).toBe('Às 12?')
  })
})

describe('the answer to a send', () => {
  test('that comes after the event of its failure leaves the failure', () => {
    const { cache, known, failures } = conversation()
    const sent = { ...known, id: 2, ack: 0 }

    applyMessageEvent(cache, { action: 'update', message: { ...sent, failure: 'ERR_WINDOW_CLOSED' }, seq: 13 })
    rememberAnswer(cache, sent)
    expect(failures()).toEqual([null, 'ERR_WINDOW_CLOSED'])

    applyMessageEvent(cache, { action: 'update', message: sent, seq: 14 })
    expect(failures()).toEqual([null, null])
  })
})

function conversation() {
  const cache = new QueryClient()
  const known = someMessage({ id: 1, body: 'Às 9?' })
  const key = messageKeys.pages(known.ticketId, 0)
  cache.setQueryData<MessagePages>(key, {
    pages: [{ messages: [known], hasMore: false, hasNewer: false }],
    pageParams: [{}],
  })
  const hear = ({ body, ...numbers }: { body: string; seq?: number; asOf?: number }) =>
    applyMessageEvent(cache, { action: 'update', message: { ...known, body }, ...numbers })
  const messages = () => messagesOf(cache.getQueryData<MessagePages>(key) ?? { pages: [], pageParams: [] })
  const bodies = () => messages().map((message) => message.body)
  const failures = () => messages().map(({ failure }) => failure)
  const body = () => bodies()[0]
  return { cache, known, hear, body, bodies, failures }
}

function createdOf(message: MessageView, seq: number): MessageEvent {
  const brief = ticket({ id: message.ticketId, status: 'open' })
  return { action: 'create', message: liveMessage(message), ticket: brief, contact: brief.contact, seq }
}
