import type { MessageView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import {
  type MessagePages,
  addMessage,
  messagesOf,
  removeMessage,
  renewNewest,
  replaceMessage,
} from './message-pages.ts'
import { someMessage } from '../../../test/some-message.ts'

describe('a change of a message', () => {
  const question = someMessage({ id: 1, body: 'Às 9?' })
  const answer = someMessage({ id: 2, body: 'Sim', quotedMsg: quoteOf(question) })

  test('changes its quotes too', () => {
    const [, quoting] = messagesOf(replaceMessage(pageOf(question, answer), { ...question, body: 'Às 10?' }))
    expect(quoting?.quotedMsg).toMatchObject({ body: 'Às 10?', isDeleted: false })
  })

  test('changes a quote of a message that is not loaded', () => {
    const gone = { ...question, body: 'gone', isDeleted: true, mediaUrl: null }
    const [quoting] = messagesOf(replaceMessage(pageOf(answer), gone))
    expect(quoting?.quotedMsg).toMatchObject({ body: 'gone', isDeleted: true, mediaUrl: null })
  })

  test('takes a tick back only if the network has lost what it had taken', () => {
    const shown = (known: object, news: object) => {
      const [message] = messagesOf(replaceMessage(pageOf({ ...answer, ...known }), { ...answer, ...news }))
      return [message?.ack, message?.failure]
    }
    const lost = { ack: 0, failure: 'ERR_NOT_ON_WHATSAPP' } as const
    expect(shown({ ack: 1 }, lost)).toEqual([0, 'ERR_NOT_ON_WHATSAPP'])
    expect(shown({ ack: 2 }, lost)).toEqual([2, null])
    expect(shown({ ack: 2 }, { ack: 1 })).toEqual([2, null])
    expect(shown(lost, { ack: 1, failure: null })).toEqual([1, null])
  })

  test('leaves other messages and equal quotes alone', () => {
    const alone = pageOf(answer)
    expect(replaceMessage(alone, { ...question, ack: 3 })).toBe(alone)
    expect(replaceMessage(alone, someMessage({ id: 9 }))).toBe(alone)
  })
})

test('a change leaves the other pages the same objects', () => {
  const [newest, middle, oldest] = [40, 20, 0].map((first) =>
    Array.from({ length: 20 }, (_, index) => someMessage({ id: first + index + 1, createdAt: minute(first + index) })),
  )
  const data: MessagePages = {
    pages: [newest, middle, oldest].map((messages = []) => ({ messages, hasMore: false, hasNewer: false })),
    pageParams: [{}, { before: 41 }, { before: 21 }],
  }
  const samePages = (changed: MessagePages) => changed.pages.map((page, index) => page === data.pages[index])

  expect(samePages(addMessage(data, someMessage({ id: 61, createdAt: minute(60) })))).toEqual([false, true, true])
  expect(samePages(replaceMessage(data, someMessage({ id: 25, body: 'Não' })))).toEqual([true, false, true])
  expect(samePages(removeMessage(data, 3))).toEqual([true, true, false])
  expect(removeMessage(data, 99)).toBe(data)
  const fresh = { messages: newest ?? [], hasMore: true, hasNewer: false }
  expect(samePages(renewNewest(data, fresh)).slice(1)).toEqual([true, true])
})

const minute = (at: number) => new Date(Date.UTC(2026, 10, 21, 10, at)).toISOString()

function pageOf(...messages: MessageView[]): MessagePages {
  return { pages: [{ messages, hasMore: false, hasNewer: false }], pageParams: [{}] }
}

function quoteOf({ id, wid, body, fromMe, mediaType, mediaUrl, mediaName, isDeleted, contact }: MessageView) {
  return { id, wid, body, fromMe, mediaType, mediaUrl, mediaName, isDeleted, contact }
}
