import { randomBytes } from 'node:crypto'
import { downloadMediaMessage, type AnyMessageContent, type WAMessage } from '@whiskeysockets/baileys'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chat, Contact, Phone, SentMessage } from '../src/index.ts'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

describe('media', () => {
  const world = useWorld()
  const file = randomBytes(150_000)
  let phone: Phone
  let client: Client
  let ana: Contact
  let contacts = 0

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  beforeEach(() => {
    ana = world.server.contact(`551198888200${++contacts}`, 'Ana')
  })

  test.for<[string, (chat: Chat) => Promise<SentMessage>]>([
    ['picture', (chat) => chat.image(file, { caption: 'Olha isso' })],
    ['voice message', (chat) => chat.voice(file)],
    ['audio file', (chat) => chat.audio(file)],
    ['video', (chat) => chat.video(file)],
    ['document', (chat) => chat.document(file, { fileName: 'nota.pdf' })],
    ['sticker', (chat) => chat.sticker(file)],
  ])('a %s of a contact is downloaded and decrypted by the client', async ([, send]) => {
    const { id } = await send(ana.chat(phone))

    const { message } = await client.message(id)

    expect(file.equals(await downloaded(message))).toBe(true)
  })

  test.for<[string, string, AnyMessageContent]>([
    ['picture', 'image', { image: file, caption: 'Seu pedido', jpegThumbnail: '' }],
    ['voice message', 'audio', { audio: file, ptt: true, seconds: 3, mimetype: 'audio/ogg; codecs=opus' }],
    ['document', 'document', { document: file, fileName: 'boleto.pdf', mimetype: 'application/pdf' }],
    ['video', 'video', { video: file, jpegThumbnail: '' }],
    ['sticker', 'sticker', { sticker: file }],
  ])('a %s of ours is downloaded, checked and decrypted by the contact', async ([, kind, content]) => {
    const sent = await client.send(ana.jid(), content)

    const got = await ana.waitForMessage(({ id }) => id === sent.id)

    expect(got.kind).toBe(kind)
    expect(got.file?.equals(file)).toBe(true)
  })

  test('keeps caption, file name and type', async () => {
    const picture = await ana.chat(phone).image(file, { caption: 'Olha isso', mimetype: 'image/png' })
    const paper = await ana.chat(phone).document(file, { fileName: 'nota.pdf' })

    expect((await client.message(picture.id)).message.message?.imageMessage).toMatchObject({
      caption: 'Olha isso',
      mimetype: 'image/png',
    })
    expect((await client.message(paper.id)).message.message?.documentMessage?.fileName).toBe('nota.pdf')
    const ours = await client.send(ana.jid(), { document: file, fileName: 'boleto.pdf', mimetype: 'application/pdf' })
    expect((await ana.waitForMessage(({ id }) => id === ours.id)).media).toMatchObject({
      fileName: 'boleto.pdf',
      mimetype: 'application/pdf',
    })
  })

  test('that has expired is uploaded again by the phone on request', async () => {
    const { id } = await ana.chat(phone).image(file)
    const { message } = await client.message(id)
    world.server.media.expire(message.message?.imageMessage?.directPath ?? '')
    await expect(downloaded(message)).rejects.toMatchObject({ output: { statusCode: 410 } })

    // Until it has requested a media host, the client uses WhatsApp's own.
    await client.sock.refreshMediaConn()
    const renewed = await client.sock.updateMediaMessage(message)

    expect(file.equals(await downloaded(renewed))).toBe(true)
  })

  test('fails to download as often as planned, and then succeeds', async () => {
    const { message } = await client.message((await ana.chat(phone).image(file)).id)
    world.server.media.failDownloads(503, 2)

    await expect(downloaded(message)).rejects.toThrow('Failed to fetch')
    await expect(downloaded(message)).rejects.toThrow('Failed to fetch')
    expect(file.equals(await downloaded(message))).toBe(true)
  })

  test('can break off in the middle', async () => {
    const { message } = await client.message((await ana.chat(phone).image(file)).id)
    world.server.media.truncateDownloads()

    // Without the library, because it would crash the process on such an error.
    const response = await fetch(message.message?.imageMessage?.url ?? '')

    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    expect(file.equals(await downloaded(message))).toBe(true)
  })

  test('can arrive slowly, and is complete', async () => {
    const { message } = await client.message((await ana.chat(phone).image(file)).id)
    world.server.media.bytesPerSecond = 1_000_000

    const slow = await downloaded(message)

    world.server.media.bytesPerSecond = undefined
    expect(file.equals(slow)).toBe(true)
  })

  test('of ours is not sent when the upload is refused', async () => {
    world.server.media.failUploads(503)

    await expect(client.send(ana.jid(), { image: file, jpegThumbnail: '' })).rejects.toThrow('upload failed')

    expect(ana.inbox).toEqual([])
  })
})

function downloaded(message: WAMessage): Promise<Buffer> {
  return downloadMediaMessage(message, 'buffer', {})
}
