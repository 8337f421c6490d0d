import type { MessageView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { type MessagePages, messagesOf, replaceMessage } from './message-pages.ts'
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

  test('leaves other messages and equal quotes alone', () => {
    const alone = pageOf(answer)
    expect(replaceMessage(alone, { ...question, ack: 3 })).toBe(alone)
    expect(replaceMessage(alone, someMessage({ id: 9 }))).toBe(alone)
  })
})

function pageOf(...messages: MessageView[]): MessagePages {
  return { pages: [{ messages, hasMore: false, hasNewer: false }], pageParams: [{}] }
}

function quoteOf({ id, wid, body, fromMe, mediaType, mediaUrl, mediaName, isDeleted, contact }: MessageView) {
  return { id, wid, body, fromMe, mediaType, mediaUrl, mediaName, isDeleted, contact }
}
