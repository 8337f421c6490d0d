import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { block, cloudFileKindOf, fileAddress, isAddressOfMeta, markRead, splitText, uploadFile } from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()
const ana = () => world.server.person('5511987654321', 'Ana Lima')
const settled = () => world.server.webhooks.idle()

const opus = Buffer.concat([
  Buffer.from('OggS\0\x02'),
  Buffer.alloc(20),
  Buffer.from('\x01\x13OpusHead'),
  Buffer.alloc(60),
])
const uploadOf = (bytes: Buffer, name: string, mime: string) => ({
  name,
  mime,
  bytes: bytes.length,
  open: () => Readable.from([bytes]),
})

describe('a message', () => {
  test('arrives with our mark, and replies to another one', async () => {
    const person = ana()
    const { send, firstId } = await world.chat(person)
    const { networkId, number } = await send({ text: 'Bom dia!' }, { replyTo: firstId })
    await settled()
    expect(person.inbox.last).toMatchObject({ id: networkId, text: 'Bom dia!', quotes: firstId })
    expect(number).toBe('5511987654321')
    expect(world.shop.number.messages.get(networkId)?.callbackData).toBe('guiche:0/1:m1')
  })

  test('says what the network calls a number with the ninth digit', async () => {
    const person = world.server.person('5531987654321', 'Bento', { waId: '553187654321' })
    const { send } = await world.chat(person, '5531987654321')
    expect(await send({ text: 'Oi' })).toMatchObject({ number: '553187654321', userId: expect.stringMatching(/^BR\./) })
  })

  test('reaches somebody who has a username only', async () => {
    const person = world.server.person(undefined, 'Caio', { username: 'caio' })
    const { business } = world.shop
    const userId = person.userIdAt(business)
    const { send } = await world.chat(person, `102:${userId}`)
    expect(await send({ text: 'Oi' })).toMatchObject({ number: undefined, userId })
    await settled()
    expect(person.inbox.last.text).toBe('Oi')
  })

  test('has a file that was uploaded before, with its name, or as a voice note', async () => {
    const person = ana()
    const { send, sending } = await world.chat(person)
    const bytes = Buffer.from('%PDF-1.7 conta')
    const id = await uploadFile(world.graph, sending, uploadOf(bytes, 'conta "1".pdf', 'application/pdf'))
    await send({ file: { kind: 'document', id, name: 'conta.pdf', isVoice: false }, caption: 'Segue' })
    await settled()
    expect(person.inbox.last).toMatchObject({ type: 'document', text: 'Segue', file: { bytes, name: 'conta.pdf' } })

    const voice = await uploadFile(world.graph, sending, uploadOf(opus, 'voz.ogg', 'audio/ogg; codecs=opus'))
    await send({ file: { kind: 'audio', id: voice, name: '', isVoice: true }, caption: '' })
    await settled()
    expect(person.inbox.last).toMatchObject({ type: 'audio', content: { voice: true } })

    const gif = await uploadFile(world.graph, sending, uploadOf(Buffer.from('GIF89a'), 'a.gif', 'image/gif'))
    await send({ file: { kind: 'document', id: gif, name: 'a.gif', isVoice: false }, caption: '' })
    await settled()
    expect(person.inbox.last).toMatchObject({ type: 'document', file: { name: 'a.gif' } })
  })

  test('is a place, cards or a reaction', async () => {
    const person = ana()
    const { send, firstId } = await world.chat(person)
    await send({ location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: '' } })
    await settled()
    expect(person.inbox.last).toMatchObject({ type: 'location', content: { name: 'Loja' } })
    const card =
      'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nTEL;waid=5511900000000:+5511900000000\nEMAIL:bia@example.com\nTEL:+551140001000\nORG:Padaria\nADR:;;Rua A\\, 7;Santos;SP;;Brasil\nURL:https://example.com\nBDAY:1990-05-31\nEND:VCARD'
    const nameless = 'BEGIN:VCARD\nVERSION:3.0\nFN:\nEND:VCARD'
    await send({ vCards: [card, nameless] })
    await settled()
    expect(person.inbox.last.content).toMatchObject({
      contacts: [
        {
          name: { formatted_name: 'Bia Souza', first_name: 'Bia' },
          phones: [{ wa_id: '5511900000000' }, { phone: '+551140001000' }],
          emails: [{ email: 'bia@example.com' }],
          org: { company: 'Padaria' },
          addresses: [{ street: 'Rua A, 7', city: 'Santos', state: 'SP', country: 'Brasil' }],
          urls: [{ url: 'https://example.com' }],
          birthday: '1990-05-31',
        },
        { name: { formatted_name: '?' } },
      ],
    })
    await send({ reactTo: firstId, emoji: '❤' }, { mark: 'guiche' })
    await settled()
    expect(person.inbox.last).toMatchObject({ type: 'reaction', text: '❤' })
  })

  test('is a card with what Meta takes of it: whole addresses, and days that exist', async () => {
    const person = ana()
    const { send } = await world.chat(person)
    const card =
      'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nEMAIL:bia\nEMAIL:bia@example.com\nURL:www.example.com\nURL:a b\nBDAY:1990-02-31\nEND:VCARD'
    await send({ vCards: [card] })
    await settled()
    expect(person.inbox.last.content).toEqual({
      contacts: [
        {
          name: { formatted_name: 'Bia Souza', first_name: 'Bia' },
          emails: [{ email: 'bia@example.com' }],
          urls: [{ url: 'https://www.example.com' }],
        },
      ],
    })
  })

  test('offers buttons or a list, and each answer comes back by its id', async () => {
    const person = ana()
    const { send, chat } = await world.chat(person)
    const options = [
      { id: '1', title: 'Vendas', description: 'Orçamentos' },
      { id: '2', title: 'Suporte técnico para clientes' },
    ]
    const first = await send({ text: 'Escolha', choices: { shownAs: 'buttons', button: 'Ver', options } })
    await settled()
    expect(person.inbox.last.content).toMatchObject({ type: 'button' })
    await chat.choose(first.networkId, 'Vendas')
    const list = await send({ text: 'Escolha', choices: { shownAs: 'list', button: 'Ver opções', options } })
    await settled()
    expect(person.inbox.last.content).toMatchObject({ type: 'list' })
    await chat.choose(list.networkId, '2')
    await send({ text: 'x'.repeat(1500), choices: { shownAs: 'buttons', button: 'Ver', options } })
    await settled()
    expect(person.inbox.last.content).toMatchObject({ type: 'list' })
  })
})

test('a message is marked as read, and somebody is shown to type', async () => {
  const person = ana()
  const { sending, firstId } = await world.chat(person)
  await markRead(world.graph, sending, { messageId: firstId })
  expect(world.shop.number.messages.get(firstId)?.statuses).toContain('read')
  expect(world.shop.number.isTypingTo(person)).toBe(false)
  await markRead(world.graph, sending, { messageId: firstId, isTyping: true })
  expect(world.shop.number.isTypingTo(person)).toBe(true)
})

test('somebody is blocked while they may be, and let in again', async () => {
  const person = ana()
  const { sending } = await world.chat(person)
  await block(world.graph, { ...sending, isBlocked: true })
  expect(world.shop.number.blocked.has(person)).toBe(true)
  await block(world.graph, { ...sending, isBlocked: false })
  expect(world.shop.number.blocked.has(person)).toBe(false)
  await world.server.clock.turn({ days: 2 })
  await expect(block(world.graph, { ...sending, isBlocked: true })).rejects.toMatchObject({ remedy: { do: 'without' } })
})

test('a file of a customer has an address at Meta, to which alone the token goes', async () => {
  const { chat, sending } = await world.chat(ana())
  await chat.image(Buffer.from('jpeg'), { mediaId: '9001' })
  const address = await fileAddress(world.graph, sending, '9001')
  expect(isAddressOfMeta(address, world.server.url)).toBe(true)
  const graph = 'https://graph.facebook.com'
  expect(isAddressOfMeta('https://lookaside.fbsbx.com/whatsapp/1', graph)).toBe(true)
  for (const other of [
    'http://lookaside.fbsbx.com/1',
    'https://fbsbx.com.evil.example/1',
    'https://evilfbsbx.com/1',
    'https://127.0.0.1/1',
    'nowhere',
  ])
    expect([other, isAddressOfMeta(other, graph)]).toEqual([other, false])
})

test('a file goes as what WhatsApp shows, as a document, or not at all', () => {
  const megabyte = 1024 * 1024
  const kind = (shownAs: Parameters<typeof cloudFileKindOf>[0]['shownAs'], mime: string, bytes = 1000) =>
    cloudFileKindOf({ shownAs, mime, bytes })
  expect(kind('image', 'image/png')).toBe('image')
  expect(kind('image', 'image/png', 6 * megabyte)).toBe('document')
  expect(kind('image', 'image/gif')).toBe('document')
  expect(kind('audio', 'audio/ogg; codecs=opus')).toBe('audio')
  expect(kind('audio', 'audio/webm')).toBe('document')
  expect(kind('sticker', 'image/webp')).toBe('sticker')
  expect(kind('document', 'image/png')).toBe('document')
  expect(kind('document', 'application/zip', 101 * megabyte)).toBeUndefined()
})

test('a text that is too long for WhatsApp is split', () => {
  const parts = splitText('whatsapp', 'palavra '.repeat(1000))
  expect(parts.map((part) => part.length <= 4096)).toEqual([true, true])
})
