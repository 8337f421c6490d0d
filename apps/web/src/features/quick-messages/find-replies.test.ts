import type { QuickMessageView } from '@guiche/contract'
import { expect, test } from 'vitest'
import { askedReply, findReplies, repliesOf } from './find-replies.ts'

const reply = (
  id: number,
  shortcode: string,
  message = '',
  more: Partial<QuickMessageView> = {},
): QuickMessageView => ({
  id,
  companyId: 1,
  userId: 7,
  user: { id: 7, name: 'Ana' },
  shortcode,
  message,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  mediaSize: null,
  geral: false,
  isCategory: false,
  categoryId: null,
  isMedia: false,
  status: true,
  createdAt: '2026-11-23T10:00:00.000Z',
  updatedAt: '2026-11-23T10:00:00.000Z',
  ...more,
})

const all = [
  reply(1, 'ao-prazo'),
  reply(2, 'entrega', 'O prazo é de 25 dias'),
  reply(3, 'Prazo'),
  reply(4, 'preço', 'R$ 10'),
]
const found = (text: string) => findReplies(all, text).map(({ id }) => id)

test('a shortcode that begins with the text comes first, then one that has it, then a message that has it', () => {
  expect(found('prazo')).toEqual([3, 1, 2])
})

test('accents and capitals do not matter, and no text finds all', () => {
  expect(found('PRECO')).toEqual([4])
  expect(found(' ')).toEqual([1, 2, 3, 4])
  expect(found('nada disso')).toEqual([])
})

test('one writes with general messages and with those of oneself', () => {
  const some = [reply(1, 'a'), reply(2, 'b', '', { geral: true, userId: 8 }), reply(3, 'c', '', { userId: 8 })]

  expect(repliesOf(some, { id: 7 }).map(({ id }) => id)).toEqual([1, 2])
})

test.each([
  ['/', ''],
  ['/pra', 'pra'],
  ['/bom dia', 'bom dia'],
  ['bom /dia', undefined],
  ['/bom\ndia', undefined],
  ['', undefined],
])('%j asks for %j', (before, asked) => {
  expect(askedReply(before)).toBe(asked)
})
