import type { MessageView } from '@guiche/contract'
import { expect, test } from 'vitest'
import { someMessage } from '../../../../test/some-message.ts'
import { withAlbums } from './albums.ts'
import type { Entry } from './timeline.ts'

const start = Date.parse('2026-11-21T10:00:00.000Z')
/** The nth picture of somebody, two seconds after the one before. */
const picture = (nth: number, given: Partial<MessageView> = {}): Entry => ({
  kind: 'message',
  key: `m${nth}`,
  isFirst: nth === 1,
  message: someMessage({
    id: nth,
    body: '',
    mediaType: 'image',
    mediaUrl: `/public/${nth}.jpg`,
    mediaState: 'ready',
    createdAt: new Date(start + nth * 2000).toISOString(),
    ...given,
  }),
})
const pictures = (count: number) => Array.from({ length: count }, (_, index) => picture(index + 1))
const kindsOf = (rows: Entry[]) => rows.map((row) => (row.kind === 'album' ? row.messages.length : row.kind))

test('four pictures in a row become an album, three do not', () => {
  expect(kindsOf(withAlbums(pictures(3)))).toEqual(['message', 'message', 'message'])
  expect(withAlbums(pictures(6))).toMatchObject([
    { kind: 'album', key: 'm1', isFirst: true, messages: [1, 2, 3, 4, 5, 6].map((id) => ({ id })) },
  ])
})

test.each<[string, Entry]>([
  ['with a caption', picture(5, { body: 'A vitrine' })],
  [
    'that answers',
    picture(5, {
      quotedMsg: {
        id: 9,
        wid: 'w9',
        body: 'Oi',
        fromMe: true,
        mediaType: 'chat',
        mediaUrl: null,
        mediaName: null,
        isDeleted: false,
        contact: null,
      },
    }),
  ],
  ['that was deleted', picture(5, { isDeleted: true })],
  ['that was not sent', picture(5, { failure: 'ERR_SENDING' })],
  ['in a private note', picture(5, { isPrivate: true })],
  ['of somebody else', { ...picture(5), isFirst: true } as Entry],
  ['sent minutes later', picture(5, { createdAt: new Date(start + 180_000).toISOString() })],
  ['that was passed on', picture(5, { isForwarded: true })],
])('a picture %s is not part of it', (_what, other) => {
  expect(kindsOf(withAlbums([...pictures(4), other]))).toEqual([4, 'message'])
})

test('texts and dividers end an album', () => {
  const text = picture(9, { mediaType: 'conversation', body: 'Gostou?' })
  const divider: Entry = { kind: 'unread', key: 'unread', count: 4 }

  expect(kindsOf(withAlbums([...pictures(4), text, ...pictures(4)]))).toEqual([4, 'message', 4])
  expect(kindsOf(withAlbums([...pictures(2), divider, ...pictures(3)]))).toEqual([
    'message',
    'message',
    'unread',
    'message',
    'message',
    'message',
  ])
})
