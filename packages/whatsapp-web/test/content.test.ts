import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { OutboundFile, Quoted } from '@guiche/channel'
import type { Chat, Contact, SentMessage } from '@guiche/wa-testserver'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type InboundMessage, type TestSession, type ToSend, newId, worldOfFile } from './world.ts'

const world = worldOfFile()
const file = randomBytes(150_000)
let session: Awaited<ReturnType<typeof world.link>>
let ana: Contact
let number: string
let contacts = 0

beforeAll(async () => {
  session = await world.link()
})

beforeEach(() => {
  number = `551198877${String(++contacts).padStart(4, '0')}`
  ana = world.server.contact(number, 'Ana')
})

const chat = () => ana.chat(session.phone)

describe('what a customer sends', () => {
  test.for<[string, (chat: Chat) => Promise<SentMessage>, object]>([
    ['picture', (one) => one.image(file, { caption: 'Olha' }), { mediaType: 'image', body: 'Olha' }],
    ['voice note', (one) => one.voice(file), { mediaType: 'audio', body: '' }],
    ['audio file', (one) => one.audio(file), { mediaType: 'audio' }],
    ['video', (one) => one.video(file), { mediaType: 'video' }],
    ['document', (one) => one.document(file, { fileName: 'nota.pdf' }), { mediaType: 'application' }],
    ['sticker', (one) => one.sticker(file), { mediaType: 'sticker' }],
  ])('a %s has a source to fetch its file', async ([, send, expected]) => {
    const { id } = await send(chat())
    const message = await session.message(id)
    expect(message).toMatchObject(expected)
    expect(file.equals(await fetched(session, message.media))).toBe(true)
  })

  test('a template or a question with buttons has all of its texts, and the file of its header', async () => {
    const { message } = await chat().image(file)
    const texts = { hydratedContentText: 'Seu pedido saiu.', hydratedFooterText: 'Loja Central' }
    const withTitle = { ...texts, hydratedTitleText: 'Pedido 1029' }
    const isComposed = true
    const titled = await chat().raw({ templateMessage: { hydratedTemplate: withTitle } })
    expect(await session.message(titled.id)).toMatchObject({
      mediaType: 'conversation',
      body: 'Pedido 1029\nSeu pedido saiu.\nLoja Central',
      isComposed,
    })
    const pictured = await chat().raw({
      templateMessage: { hydratedFourRowTemplate: { ...texts, imageMessage: message.imageMessage ?? null } },
    })
    const shown = await session.message(pictured.id)
    expect(shown).toMatchObject({ mediaType: 'image', body: 'Seu pedido saiu.\nLoja Central', isComposed })
    expect(file.equals(await fetched(session, shown.media))).toBe(true)
    const asked = await chat().raw({ buttonsMessage: { contentText: 'Confirma?', buttons: [{ buttonId: 'sim' }] } })
    expect(await session.message(asked.id)).toMatchObject({ mediaType: 'conversation', body: 'Confirma?', isComposed })
    const placed = { locationMessage: { degreesLatitude: 1, degreesLongitude: 2 } }
    const place = await chat().raw({ templateMessage: { hydratedTemplate: placed } })
    expect(await session.message(place.id)).toMatchObject({ mediaType: 'locationMessage' })
  })

  test('a document keeps its name, type and size', async () => {
    const { id } = await chat().document(file, { fileName: 'nota fiscal.pdf' })
    expect((await session.message(id)).media).toMatchObject({
      name: 'nota fiscal.pdf',
      mime: 'application/pdf',
      bytes: file.length,
    })
  })

  test('a file has what the phone says of it, as far as it can be true', async () => {
    const waveform = Uint8Array.from({ length: 64 }, (_, part) => part + 60)
    const jpegThumbnail = randomBytes(900)
    const detailsOf = async ({ id }: SentMessage) => (await session.message(id)).media

    expect(await detailsOf(await chat().voice(file, { details: { seconds: 7, waveform } }))).toMatchObject({
      details: { seconds: 7, wave: Array.from(waveform, (part) => Math.min(100, part)) },
    })
    expect(await detailsOf(await chat().video(file, { details: { seconds: 21, jpegThumbnail } }))).toMatchObject({
      details: { seconds: 21, preview: jpegThumbnail.toString('base64') },
    })
    expect(await detailsOf(await chat().document(file, { details: { pageCount: 2 } }))).toMatchObject({
      details: { pages: 2 },
    })
    const odd = { seconds: 4_000_000, jpegThumbnail: randomBytes(30_000) }
    expect(await detailsOf(await chat().video(file, { details: odd }))).not.toHaveProperty('details')
  })

  test('a location, a contact card, a poll and an unknown type become readable messages', async () => {
    const location = await chat().location(-23.55, -46.63, { name: 'Loja', address: 'Rua Um, 2' })
    const card = await chat().contactCard('Bia', '5511977776666')
    const poll = await chat().poll('Qual cor?', ['Azul', 'Verde'])
    const unknown = await chat().raw({ eventMessage: { name: 'Festa' } })

    expect(await session.message(location.id)).toMatchObject({
      mediaType: 'locationMessage',
      body: '|https://maps.google.com/maps?q=-23.55%2C-46.63&z=17&hl=pt-BR|Loja\nRua Um, 2',
    })
    expect(await session.message(card.id)).toMatchObject({
      mediaType: 'contactMessage',
      body: expect.stringContaining('waid=5511977776666'),
    })
    expect(await session.message(poll.id)).toMatchObject({ body: 'Qual cor?\n- Azul\n- Verde' })
    expect(await session.message(unknown.id)).toMatchObject({ mediaType: 'eventMessage' })
  })

  test('an answer has its quoted message, and a forwarded message its mark', async () => {
    const first = await chat().text('Primeira')
    const answer = await chat().text('Resposta', { quoted: { id: first.id } })
    const passedOn = await chat().text('Corrente', { isForwarded: true })

    expect(await session.message(answer.id)).toMatchObject({ body: 'Resposta', quotedExternalId: first.id })
    expect(await session.message(passedOn.id)).toMatchObject({ isForwarded: true })
  })

  test('an edit, a deletion and a reaction name their message', async () => {
    const { id } = await chat().text('Errado')
    await chat().edit(id, 'Certo')
    expect(await session.told('edit', id)).toMatchObject({ body: 'Certo', from: { kind: 'phone', value: number } })
    await chat().react({ id }, '👍')
    expect(await session.told('reaction', id)).toMatchObject({ emoji: '👍' })
    await chat().delete(id)
    expect(await session.told('delete', id)).toMatchObject({ from: { kind: 'phone', value: number } })
  })

  test('a message in a group has its author', async () => {
    const group = world.server.group('Condomínio', ana, [session.phone])
    const { id } = await ana.chat(group).text('Bom dia a todos')
    const message = await session.message(id)
    expect(message).toMatchObject({
      isGroup: true,
      from: { kind: 'group' },
      author: {
        identity: { kind: 'phone', value: number },
        aliases: [{ kind: 'lid', value: ana.lidJid().split('@')[0] }],
        name: 'Ana',
        address: ana.lidJid(),
      },
    })
  })

  test('name and admins of a group are reported once, and again after changes', async () => {
    const group = world.server.group('Condomínio', ana, [session.phone])
    const told = () => session.store.inbound.filter((one) => one.kind === 'group' && one.externalId === group.id)
    await ana.chat(group).text('Bom dia')
    await session.message((await ana.chat(group).text('E boa semana')).id)
    await expect.poll(told).toMatchObject([{ subject: 'Condomínio', from: { kind: 'group', value: group.id } }])
    expect(told()[0]).toMatchObject({ admins: expect.arrayContaining([{ kind: 'phone', value: number }]) })

    await group.rename('Condomínio Sol')
    await expect.poll(() => told().at(-1)).toMatchObject({ subject: 'Condomínio Sol' })
    await group.promote(session.phone)
    await expect
      .poll(() => told().at(-1))
      .toMatchObject({ admins: expect.arrayContaining([{ kind: 'phone', value: session.phone.number }]) })
  })

  test('an edit, a deletion and a reaction in a group have the group and their author', async () => {
    const group = world.server.group('Condomínio', ana, [session.phone])
    const { id } = await ana.chat(group).text('Bom dia')
    await ana.chat(group).edit(id, 'Bom dia a todos')
    await ana.chat(group).react({ id }, '☀️')
    await ana.chat(group).delete(id)
    for (const kind of ['edit', 'reaction', 'delete'] as const)
      expect(await session.told(kind, id)).toMatchObject({
        from: { kind: 'group', value: group.id },
        author: { identity: { kind: 'phone', value: number }, name: 'Ana' },
      })
  })

  test('status posts and messages to oneself are ignored', async () => {
    await ana.chat(world.server.statusFor(session.phone)).text('Meu dia')
    const { id } = await chat().text('Depois do status')
    await session.message(id)
    expect(session.store.messages().map(({ body }) => body)).not.toContain('Meu dia')
  })

  test('a message that was written on the phone is marked as an echo', async () => {
    const { id } = await session.phone.chat(ana).text('Respondi do celular')
    expect(await session.message(id)).toMatchObject({
      isEcho: true,
      from: { kind: 'phone', value: number },
      body: 'Respondi do celular',
      name: '',
    })
  })

  test('changes that were made on the phone are marked as ours', async () => {
    const theirs = await chat().text('Chegou?')
    const own = await session.phone.chat(ana).text('Ontem')
    await session.phone.chat(ana).react({ id: theirs.id, fromOther: true }, '👍')
    await session.phone.chat(ana).edit(own.id, 'Hoje')
    await session.phone.chat(ana).delete(own.id)

    const ours = { isEcho: true, from: { kind: 'phone', value: number } }
    expect(await session.told('reaction', theirs.id)).toMatchObject({ emoji: '👍', ...ours })
    expect(await session.told('edit', own.id)).toMatchObject({ body: 'Hoje', ...ours })
    expect(await session.told('delete', own.id)).toMatchObject(ours)
  })

  test('a file that is gone from the host is uploaded again by the phone, unless the phone no longer has it', async () => {
    const { media } = await session.message((await chat().image(file)).id)
    world.server.media.expire(pathOf(media))
    expect(file.equals(await fetched(session, media))).toBe(true)

    const other = await session.message((await chat().document(file, { fileName: 'a.pdf' })).id)
    world.server.media.failDownloads(404, 2)
    await expect(fetched(session, other.media)).rejects.toThrow('404')
    expect(file.equals(await fetched(session, other.media))).toBe(true)
  })

  test('a download that breaks off or whose file no longer exists fails without other effects', async () => {
    const { media } = await session.message((await chat().image(file)).id)
    world.server.media.truncateDownloads()
    await expect(fetched(session, media)).rejects.toThrow('terminated')
    expect(file.equals(await fetched(session, media))).toBe(true)
  })
})

describe('what we send', () => {
  test.for<[string, OutboundFile['shownAs'], { mime: string; caption?: string }, object]>([
    ['picture', 'image', { mime: 'image/png', caption: 'Seu pedido' }, { text: 'Seu pedido' }],
    ['voice note', 'audio', { mime: 'audio/ogg' }, { media: { isVoice: true } }],
    ['audio file', 'audio', { mime: 'audio/mpeg' }, { media: { isVoice: false } }],
    ['video', 'video', { mime: 'video/mp4' }, {}],
    ['document', 'document', { mime: 'application/pdf' }, { media: { fileName: 'a.pdf' } }],
  ])('a %s is decrypted by the customer’s phone', async ([, shownAs, { mime, caption = '' }, expected]) => {
    session.files.set('stored', file)
    const externalId = newId()
    const media = { storageKey: 'stored', mime, name: 'a.pdf' }
    expect(await session.send(number, { kind: 'media', externalId, shownAs, caption, media })).toEqual({
      status: 'sent',
    })

    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got).toMatchObject({ kind: shownAs, ...expected })
    expect(got.file?.equals(file)).toBe(true)
  })

  test('a recording has its length and its wave', async () => {
    session.files.set('stored', file)
    const externalId = newId()
    const wave = Array.from({ length: 64 }, (_, part) => part)
    const media = { storageKey: 'stored', mime: 'audio/ogg', name: '', seconds: 7, wave }

    await session.send(number, { kind: 'media', externalId, shownAs: 'audio', caption: '', media })

    const { raw } = await ana.waitForMessage(({ id }) => id === externalId)
    expect(raw.audioMessage).toMatchObject({ seconds: 7 })
    expect([...(raw.audioMessage?.waveform ?? [])]).toEqual(wave)
  })

  test('a video starts no program here (S46)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'programs-'))
    await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\n: > ${folder}/started\n`, { mode: 0o700 })
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    onTestFinished(async () => {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true })
    })
    session.files.set('stored', file)
    const externalId = newId()

    await session.send(number, {
      kind: 'media',
      externalId,
      shownAs: 'video',
      caption: '',
      media: { storageKey: 'stored', mime: 'video/mp4', name: 'a.mp4' },
    })

    expect((await ana.waitForMessage(({ id }) => id === externalId)).file?.equals(file)).toBe(true)
    expect(await readdir(folder)).toEqual(['ffmpeg'])
  })

  test('an answer, a contact card, an edit, a reaction and a deletion arrive as such', async () => {
    const theirs = await chat().text('Tem azul?')
    await session.message(theirs.id)
    const externalId = newId()
    const quoted = { externalId: theirs.id, fromMe: false, body: 'Tem azul?', mediaType: 'conversation' }
    await session.send(number, { externalId, body: 'Tem sim', quoted })
    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got).toMatchObject({ text: 'Tem sim', quotedId: theirs.id })

    await session.send(number, { kind: 'edit', externalId, body: 'Tem, sim!' })
    await ana.waitForMessage(({ id, text, isEdited }) => id === externalId && isEdited && text === 'Tem, sim!')
    await session.send(number, { kind: 'reaction', externalId: theirs.id, fromMe: false, emoji: '🙏' })
    await ana.waitForMessage(() => [...ana.reactionsToOwn(theirs.id).values()].includes('🙏'))
    await session.send(number, { kind: 'delete', externalId, fromMe: true })
    await ana.waitForMessage(({ id, isDeleted }) => id === externalId && isDeleted)

    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD'
    await session.send(number, { kind: 'contacts', vCards: [card] })
    await ana.waitForMessage(({ kind, text }) => kind === 'contact' && text === 'Bia')
  })

  test('a location arrives with coordinates and texts, several cards as one message, and a sticker as a sticker', async () => {
    const [location, cards, sticker] = [newId(), newId(), newId()]
    session.files.set('stored', file)

    await session.send(number, {
      kind: 'location',
      externalId: location,
      location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua Um, 2' },
    })
    await session.send(number, {
      kind: 'contacts',
      externalId: cards,
      vCards: [card('Bia'), card('Caio')],
    })
    await session.send(number, {
      kind: 'media',
      externalId: sticker,
      shownAs: 'sticker',
      caption: '',
      media: { storageKey: 'stored', mime: 'image/webp', name: 'gato.webp' },
    })

    const got = (wanted: string) => ana.waitForMessage(({ id }) => id === wanted)
    expect((await got(location)).raw.locationMessage).toMatchObject({
      degreesLatitude: -23.55,
      degreesLongitude: -46.63,
      name: 'Loja',
      address: 'Rua Um, 2',
    })
    expect((await got(cards)).raw.contactsArrayMessage).toMatchObject({
      displayName: 'Bia, Caio',
      contacts: [
        { displayName: 'Bia', vcard: card('Bia') },
        { displayName: 'Caio', vcard: card('Caio') },
      ],
    })
    const image = await got(sticker)
    expect(image).toMatchObject({ kind: 'sticker' })
    expect(image.file?.equals(file)).toBe(true)
  })

  const card = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;waid=551197777000:+551197777000\nEND:VCARD`
  const image = { mime: 'image/png', name: 'azul.png' }

  test.for<[string, Pick<Quoted, 'mediaType' | 'body' | 'media'>, object]>([
    [
      'card',
      { mediaType: 'contactMessage', body: card('Bia') },
      { contactMessage: { displayName: 'Bia', vcard: card('Bia') } },
    ],
    [
      'message of several cards',
      { mediaType: 'contactsArrayMessage', body: [card('Bia'), card('Caio')].join('\n') },
      {
        contactsArrayMessage: { displayName: 'Bia, Caio', contacts: [{ vcard: card('Bia') }, { vcard: card('Caio') }] },
      },
    ],
    [
      'location',
      {
        mediaType: 'locationMessage',
        body: 'data:image/jpeg;base64,AAAA|https://maps.google.com/maps?q=-23.55%2C-46.63&z=17&hl=pt-BR|Loja\nRua Um, 2',
      },
      { locationMessage: { degreesLatitude: -23.55, degreesLongitude: -46.63, name: 'Loja', address: 'Rua Um, 2' } },
    ],
    ['picture', { mediaType: 'image', body: '', media: image }, { imageMessage: { mimetype: 'image/png' } }],
    [
      'picture with words',
      { mediaType: 'image', body: 'Este?', media: image },
      { imageMessage: { mimetype: 'image/png', caption: 'Este?' } },
    ],
    [
      'video',
      { mediaType: 'video', body: 'Veja', media: { mime: 'video/mp4', name: '' } },
      { videoMessage: { mimetype: 'video/mp4', caption: 'Veja' } },
    ],
    [
      'voice note',
      { mediaType: 'audio', body: '', media: { mime: 'audio/ogg', name: '' } },
      { audioMessage: { mimetype: 'audio/ogg; codecs=opus', ptt: true } },
    ],
    [
      'document',
      { mediaType: 'application', body: '', media: { mime: 'application/pdf', name: 'nota.pdf' } },
      { documentMessage: { mimetype: 'application/pdf', fileName: 'nota.pdf' } },
    ],
    [
      'sticker',
      { mediaType: 'sticker', body: '', media: { mime: 'image/webp', name: '' } },
      { stickerMessage: { mimetype: 'image/webp' } },
    ],
    ['poll', { mediaType: 'pollCreationMessageV3', body: 'Cor?\n- Azul' }, { conversation: 'Cor?\n- Azul' }],
    ['card that is none', { mediaType: 'contactMessage', body: 'Bia' }, { conversation: 'Bia' }],
  ])('an answer to a %s shows the customer a quote of that kind', async ([, what, expected]) => {
    const externalId = newId()
    const quoted = { externalId: newId(), fromMe: false, ...what }
    await session.send(number, { externalId, body: 'Este, sim', quoted })

    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got).toMatchObject({ text: 'Este, sim', quotedId: quoted.externalId })
    expect(got.raw.extendedTextMessage?.contextInfo?.quotedMessage).toMatchObject(expected)
  })

  test('a forwarded message of any kind is marked as forwarded', async () => {
    session.files.set('stored', file)
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD'
    const picture = { storageKey: 'stored', mime: 'image/png', name: 'a.png' }
    const kinds: ToSend[] = [
      { body: 'Corrente' },
      { kind: 'contacts', vCards: [card] },
      { kind: 'location', location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: '' } },
      { kind: 'media', shownAs: 'image', caption: '', media: picture },
    ]
    for (const what of kinds) {
      const externalId = newId()
      await session.send(number, { ...what, externalId, isForwarded: true })
      expect(await ana.waitForMessage(({ id }) => id === externalId)).toMatchObject({ isForwarded: true })
    }
  })

  test('in a group, an answer names the quoted author, a reaction arrives, and authors get read receipts', async () => {
    const caio = world.server.contact(`551197700${String(contacts).padStart(4, '0')}`, 'Caio')
    const group = world.server.group('Condomínio', ana, [session.phone, caio])
    const theirs = await ana.chat(group).text('Alguém tem a chave?')
    const { author } = await session.message(theirs.id)
    const names = author && { author: author.address }
    const externalId = newId()

    await session.send(group.jid, {
      externalId,
      body: 'Está na portaria',
      quoted: {
        externalId: theirs.id,
        fromMe: false,
        body: 'Alguém tem a chave?',
        mediaType: 'conversation',
        ...names,
      },
    })
    for (const member of [ana, caio]) {
      const got = await member.waitForMessage(({ id }) => id === externalId)
      expect(got).toMatchObject({ text: 'Está na portaria', quotedId: theirs.id })
      expect(got.raw.extendedTextMessage?.contextInfo?.participant).toBe(ana.lidJid())
    }

    await session.send(group.jid, { kind: 'reaction', externalId: theirs.id, fromMe: false, emoji: '🔑', ...names })
    await expect.poll(() => [...ana.reactionsToOwn(theirs.id).values()]).toEqual(['🔑'])
    await session.send(group.jid, {
      kind: 'read',
      readIds: [theirs.id],
      readAuthors: { [theirs.id]: author?.address ?? '' },
    })
    await expect.poll(() => ana.sent.get(theirs.id)?.progress).toBe('read')
  })

  test('a message of the customer is shown as read after our read receipt', async () => {
    const { id } = await chat().text('Alguém aí?')
    await session.message(id)
    await session.send(number, { kind: 'read', readIds: [id] })
    await expect.poll(() => ana.sent.get(id)?.progress).toBe('read')
  })
})

function pathOf(media: InboundMessage['media']): string {
  if (!media || !('source' in media)) throw new Error('it has no file')
  return String(media.source['directPath'])
}

async function fetched({ session: one }: TestSession, media: InboundMessage['media']): Promise<Buffer> {
  if (!media || !('source' in media)) throw new Error('it has no file')
  return buffer(await one.fetch(media.source))
}

describe('invalid content of a stranger', () => {
  const endless = 'A'.repeat(5000)

  test('a picture with an impossible size has no size', async () => {
    const picture = {
      mediaKey: randomBytes(32),
      directPath: '/a',
      mimetype: 'image/jpeg',
      fileLength: 2 ** 64 - 2048,
    }
    const { id } = await chat().raw({ imageMessage: picture })
    expect((await session.message(id)).media).toMatchObject({ bytes: null })
  })

  test('a change with an impossible message id is ignored, and later messages arrive', async () => {
    const before = session.store.inbound.length
    await chat().raw({ protocolMessage: { type: 0, key: { id: endless } } })
    await chat().raw({ protocolMessage: { type: 14, key: { id: endless }, editedMessage: { conversation: 'outra' } } })
    await chat().raw({ reactionMessage: { key: { id: endless }, text: '👍' } })
    const { id } = await chat().raw({
      extendedTextMessage: {
        text: 'resposta',
        contextInfo: { stanzaId: endless, quotedMessage: { conversation: 'a' } },
      },
    })
    expect(await session.message(id)).not.toHaveProperty('quotedExternalId')
    expect(session.store.inbound.slice(before).map(({ kind }) => kind)).toEqual(['message'])
  })
})
