import type { InternalMessageView } from '@guiche/contract'
import { expect, test } from 'vitest'
import { type InternalMessagePages, messagesIn, withChangedMessage, withMessage } from './message-pages.ts'

const said = (id: number, change: Partial<InternalMessageView> = {}): InternalMessageView => ({
  id,
  chatId: 1,
  senderId: 7,
  sender: { id: 7, name: 'Ana' },
  clientId: null,
  message: `Mensagem ${id}`,
  mediaType: 'text',
  mediaPath: null,
  mediaName: null,
  mediaSize: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaSeconds: null,
  mediaWave: null,
  thumbnailUrl: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  ticketId: null,
  isEdited: false,
  isDeleted: false,
  createdAt: '2026-11-26T10:00:00.000Z',
  updatedAt: '2026-11-26T10:00:00.000Z',
  ...change,
})

const pagesOf = (...pages: number[][]): InternalMessagePages => ({
  pages: pages.map((ids) => ({ records: ids.map((id) => said(id)), hasMore: false, hasNewer: false })),
  pageParams: pages.map(() => ({})),
})

const idsIn = (data: InternalMessagePages) => messagesIn(data).map(({ id }) => id)

test('messages of all pages come once each and in order, although pages overlap', () => {
  expect(idsIn(pagesOf([4, 5, 6], [2, 3, 4], [1]))).toEqual([1, 2, 3, 4, 5, 6])
})

test('a new message comes last, once, and one that arrives late comes in its place', () => {
  const data = withMessage(withMessage(pagesOf([4], [1, 2]), said(6)), said(5))

  expect(idsIn(data)).toEqual([1, 2, 4, 5, 6])
  expect(idsIn(withMessage(data, said(6)))).toEqual([1, 2, 4, 5, 6])
})

test('a new message waits while messages before it are not loaded', () => {
  const data = pagesOf([4])
  const old = { ...data, pages: data.pages.map((page) => ({ ...page, hasNewer: true })) }

  expect(idsIn(withMessage(old, said(9)))).toEqual([4])
})

test('a changed message changes what answers it too', () => {
  const answered = { id: 1, sender: { id: 7, name: 'Ana' }, message: 'Mensagem 1', mediaName: null } as const
  const data = withMessage(pagesOf([1]), said(2, { replyTo: { ...answered, mediaType: 'text', isDeleted: false } }))

  const [first, second] = messagesIn(withChangedMessage(data, said(1, { message: '', isDeleted: true })))

  expect(first).toMatchObject({ message: '', isDeleted: true })
  expect(second?.replyTo).toMatchObject({ id: 1, message: '', isDeleted: true })
})
