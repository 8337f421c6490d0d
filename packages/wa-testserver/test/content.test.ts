import { createHash } from 'node:crypto'
import { decryptPollVote } from '@whiskeysockets/baileys'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Chat, Contact, Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

describe('content', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client
  let ana: Contact
  let chat: Chat
  let contacts = 0

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  beforeEach(() => {
    ana = world.server.contact(`551198888300${++contacts}`, 'Ana')
    chat = ana.chat(phone)
  })

  const told = async (id: string) => (await client.message(id)).message.message
  const got = (id: string) => ana.waitForMessage((message) => message.id === id)

  test('of a contact: location, card, forwarded text, anything raw', async () => {
    const place = await chat.location(-23.55, -46.63, { name: 'Praça da Sé' })
    const card = await chat.contactCard('Carlos', '5511955554444')
    const forwarded = await chat.text('promoção', { isForwarded: true })
    const list = await chat.raw({ listMessage: { title: 'Cardápio' } })

    expect(await told(place.id)).toMatchObject({ locationMessage: { name: 'Praça da Sé', degreesLatitude: -23.55 } })
    expect(await told(card.id)).toMatchObject({ contactMessage: { displayName: 'Carlos' } })
    expect(await told(forwarded.id)).toMatchObject({ extendedTextMessage: { contextInfo: { isForwarded: true } } })
    expect(await told(list.id)).toMatchObject({ listMessage: { title: 'Cardápio' } })
  })

  test('of ours: location, card, forwarded text', async () => {
    const first = await client.message((await chat.text('original')).id)

    const place = await client.send(ana.jid(), {
      location: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja' },
    })
    const card = await client.send(ana.jid(), {
      contacts: { displayName: 'Bia', contacts: [{ displayName: 'Bia', vcard: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD' }] },
    })
    const forwarded = await client.send(ana.jid(), { forward: first.message, force: true })

    expect(await got(place.id)).toMatchObject({ kind: 'location', text: 'Loja' })
    expect(await got(card.id)).toMatchObject({ kind: 'contact', text: 'Bia' })
    expect(await got(forwarded.id)).toMatchObject({ kind: 'text', text: 'original', isForwarded: true })
  })

  test('quotes work in both directions', async () => {
    const question = await chat.text('Qual o preço?')
    const { message: quoted } = await client.message(question.id)

    const answer = await client.send(ana.jid(), { text: 'R$ 10,00' }, { quoted })
    expect((await got(answer.id)).quotedId).toBe(question.id)

    const reply = await chat.text('Caro!', { quoted: { id: answer.id, fromOther: true } })
    expect(await told(reply.id)).toMatchObject({ extendedTextMessage: { contextInfo: { stanzaId: answer.id } } })
  })

  test('reactions work in both directions and can be removed', async () => {
    const theirs = await chat.text('Oi')
    const { message } = await client.message(theirs.id)
    const ours = await client.send(ana.jid(), { text: 'Olá' })
    await got(ours.id)

    await chat.react({ id: ours.id, fromOther: true }, '👍')
    await client.until('reaction', ({ reactions }) =>
      reactions.some(({ key, reaction }) => key.id === ours.id && reaction.text === '👍'),
    )
    await client.send(ana.jid(), { react: { text: '❤️', key: message.key } })
    await eventually(() => expect(ana.reactionsToOwn(theirs.id).get(phone)).toBe('❤️'))
    await client.send(ana.jid(), { react: { text: '', key: message.key } })
    await eventually(() => expect(ana.reactionsToOwn(theirs.id).size).toBe(0))
  })

  test('edits and deletions work in both directions', async () => {
    const theirs = await chat.text('Qual o preço?')
    await client.message(theirs.id)
    const ours = await client.send(ana.jid(), { text: 'R$ 10,00' })
    const seen = await got(ours.id)

    await chat.edit(theirs.id, 'Qual o preço do café?', { isOpen: true })
    await client.until('edit', ({ updates }) =>
      updates.some(
        ({ key, update }) =>
          key.id === theirs.id && update.message?.editedMessage?.message?.conversation === 'Qual o preço do café?',
      ),
    )
    await client.send(ana.jid(), { text: 'R$ 9,00', edit: ours.key })
    await eventually(() => expect(seen).toMatchObject({ text: 'R$ 9,00', isEdited: true }))

    await chat.delete(theirs.id)
    await client.until('deletion', ({ updates }) =>
      updates.some(({ key, update }) => key.id === theirs.id && update.messageStubType === 1),
    )
    await client.send(ana.jid(), { delete: ours.key })
    await eventually(() => expect(seen.isDeleted).toBe(true))
  })

  test('an edit of a contact arrives encrypted, and the library does not decrypt it', async () => {
    const theirs = await chat.text('Qual o preço?')
    const edit = await chat.edit(theirs.id, 'Qual o preço do café?')
    expect(await told(edit.id)).toMatchObject({
      secretEncryptedMessage: { targetMessageKey: { id: theirs.id }, secretEncType: 2 },
    })
  })

  test('a poll of a contact arrives; in a poll of ours the contact votes', async () => {
    const theirs = await chat.poll('Que dia?', ['sábado', 'domingo'])
    expect(await told(theirs.id)).toMatchObject({
      pollCreationMessageV3: { name: 'Que dia?', options: [{ optionName: 'sábado' }, { optionName: 'domingo' }] },
    })

    const ours = await client.send(ana.jid(), {
      poll: { name: 'Que hora?', values: ['9h', '10h'], selectableCount: 1 },
    })
    const poll = await got(ours.id)
    const vote = await chat.vote(poll, ['10h'])

    expect(poll).toMatchObject({ kind: 'poll', text: 'Que hora?' })
    const cast = (await told(vote.id))?.pollUpdateMessage
    const { selectedOptions } = decryptPollVote(cast?.vote ?? {}, {
      pollCreatorJid: phone.lidJid(),
      pollMsgId: ours.id,
      pollEncKey: ours.message?.messageContextInfo?.messageSecret ?? new Uint8Array(),
      voterJid: ana.lidJid(),
    })
    expect(selectedOptions).toEqual([createHash('sha256').update('10h').digest()])
  })

  test('typing, recording and being online show on both sides', async () => {
    await client.sock.presenceSubscribe(ana.jid())
    const states: string[] = []
    ana.events.on('typing', ({ state }) => states.push(state))

    await chat.state('recording')
    await chat.presence('available')
    await client.sock.sendPresenceUpdate('composing', ana.jid())

    await client.until('recording and online', ({ presences }) => {
      const known = presences.flatMap(({ presences: one }) => one[ana.lidJid()]?.lastKnownPresence ?? [])
      return known.includes('recording') && known.includes('available')
    })
    await eventually(() => expect(states).toEqual(['composing']))
  })

  test('a call rings, and is refused', async () => {
    const answers: string[] = []
    ana.events.on('call', ({ answer }) => answers.push(answer))

    const hangUp = await chat.call({ video: true })

    await client.until('ringing', ({ calls }) =>
      calls.some(({ from, status }) => from === ana.jid() && status === 'offer'),
    )
    const call = client.seen.calls.find(({ from }) => from === ana.jid())
    expect(call).toMatchObject({ callerPn: ana.pnJid(), isVideo: true })
    await client.sock.rejectCall(call?.id ?? '', ana.jid())
    await eventually(() => expect(answers).toEqual(['reject']))
    await hangUp()
    await client.until('hung up', ({ calls }) =>
      calls.some(({ id, status }) => id === call?.id && status === 'timeout'),
    )
  })

  test('voice messages are reported as played', async () => {
    const { id } = await client.send(ana.jid(), {
      audio: Buffer.alloc(100),
      ptt: true,
      seconds: 1,
      mimetype: 'audio/ogg; codecs=opus',
    })
    expect((await got(id)).media?.isVoice).toBe(true)

    await ana.play(id)

    await client.untilStatus(id, 5)
    expect(client.status(id)).toBe(5)
  })

  test('a status post comes from the broadcast address, with its author', async () => {
    const { id } = await ana.chat(world.server.statusFor(phone)).text('novidade!')

    const { message } = await client.message(id)

    expect(message).toMatchObject({
      key: { remoteJid: 'status@broadcast', participant: ana.lidJid() },
      message: { conversation: 'novidade!' },
    })
  })

  test('a newsletter post comes from the newsletter', async () => {
    const newsletter = world.server.newsletter(phone)

    const id = await newsletter.post('edição 1')

    const { message } = await client.message(id)
    expect(message).toMatchObject({ key: { remoteJid: newsletter.jid }, message: { conversation: 'edição 1' } })
  })
})
