import type { OutboundFile } from '@guiche/channel'
import type { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { UploadedFiles } from '../src/outbound/uploaded-files.ts'

const file = (caption: string, more: Partial<OutboundFile> = {}): OutboundFile => ({
  companyId: 1,
  connectionId: 1,
  address: '5511961000001',
  messageId: 1,
  externalId: caption,
  kind: 'media',
  media: { storageKey: 'abc', mime: 'image/png', name: 'oferta.png' },
  shownAs: 'image',
  caption,
  ...more,
})

function uploads(kind: 'imageMessage' | 'audioMessage' = 'imageMessage') {
  const made: string[] = []
  const upload = async (): Promise<proto.IMessage> => {
    made.push(kind)
    return { [kind]: { url: `https://mmg/${made.length}`, caption: 'antes' }, messageContextInfo: {} }
  }
  return { made, upload }
}

test('a file to many people is uploaded once, each with their own caption', async () => {
  const files = new UploadedFiles()
  const { made, upload } = uploads()
  const messages = await Promise.all(['Oi Ana', 'Oi Bia', ''].map((text) => files.messageOf(file(text), upload)))

  expect(made).toHaveLength(1)
  expect(messages.map(({ imageMessage }) => [imageMessage?.url, imageMessage?.caption])).toEqual([
    ['https://mmg/1', 'Oi Ana'],
    ['https://mmg/1', 'Oi Bia'],
    ['https://mmg/1', null],
  ])
  const secrets = messages.map(({ messageContextInfo }) => messageContextInfo?.messageSecret?.toString())
  expect(new Set(secrets).size).toBe(3)
})

test('another file, another kind of it, and one that is old are uploaded again', async () => {
  const files = new UploadedFiles()
  const { made, upload } = uploads()
  await files.messageOf(file('a'), upload, 0)
  await files.messageOf(file('b', { media: { storageKey: 'xyz', mime: 'image/png', name: 'oferta.png' } }), upload, 0)
  await files.messageOf(file('c', { shownAs: 'document' }), upload, 0)
  expect(made).toHaveLength(3)
  await files.messageOf(file('d'), upload, 3_600_000)
  expect(made).toHaveLength(4)
})

test('an upload that fails is tried again with the next message', async () => {
  const files = new UploadedFiles()
  const { made, upload } = uploads()
  const failing = () => Promise.reject(new Error('the host is away'))
  await expect(files.messageOf(file('a'), failing)).rejects.toThrow('the host is away')
  await files.messageOf(file('b'), upload)
  expect(made).toHaveLength(1)
})

test('a forwarded file says so, and is not the copy of another', async () => {
  const files = new UploadedFiles()
  const { made, upload } = uploads()
  await files.messageOf(file('a'), upload)
  await files.messageOf(file('b', { isForwarded: true }), upload)
  expect(made).toHaveLength(2)
})
