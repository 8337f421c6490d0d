import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

describe('text', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  test('of a contact arrives with name, LID and number, the second one on the session of the first', async () => {
    const ana = world.server.contact('5511988880001', 'Ana Souza')
    const first = await ana.chat(phone).text('Oi, tudo bem?')
    const second = await ana.chat(phone).text('Preciso de ajuda')

    const { type, message } = await client.message(first.id)

    expect(type).toBe('notify')
    expect(message).toMatchObject({
      key: { remoteJid: ana.lidJid(), remoteJidAlt: ana.pnJid(), fromMe: false },
      pushName: 'Ana Souza',
      message: { conversation: 'Oi, tudo bem?' },
    })
    expect((await client.message(second.id)).message.message?.conversation).toBe('Preciso de ajuda')
  })

  test('of a contact is shown to them as delivered, and as read after our receipt', async () => {
    const ana = world.server.contact('5511988880002', 'Ana')
    const sent = await ana.chat(phone).text('Oi')
    const { message } = await client.message(sent.id)
    await eventually(() => expect(sent.progress).toBe('delivered'))

    await client.sock.readMessages([message.key])

    await eventually(() => expect(sent.progress).toBe('read'))
  })

  test.for([
    ['LID', 'lid'],
    ['number', 'pn'],
  ] as const)('of ours to a %s is decrypted by the contact; ticks come back', async ([, form]) => {
    const ana = world.server.contact(form === 'lid' ? '5511988880003' : '5511988880004', 'Ana')

    const { id } = await client.send(ana.jid(form), { text: 'Olá Ana, claro!' })

    expect(await ana.waitForMessage((message) => message.id === id)).toMatchObject({
      kind: 'text',
      text: 'Olá Ana, claro!',
      from: phone,
    })
    await client.untilStatus(id, 3)
    await ana.read(id)
    await client.untilStatus(id, 4)
  })

  test('of ours stays at "sent" while the phone of the contact is off', async () => {
    const ana = world.server.contact('5511988880005', 'Ana')
    ana.goOffline()
    const { id } = await client.send(ana.jid(), { text: 'quando voltar' })
    await client.untilStatus(id, 2)

    expect(client.status(id)).toBe(2)
    expect(ana.inbox).toEqual([])

    await ana.goOnline()
    await client.untilStatus(id, 3)
  })

  test('that was written on the phone itself shows as our own, and reaches the contact', async () => {
    const ana = world.server.contact('5511988880006', 'Ana')

    const { id } = await phone.chat(ana).text('Escrevi pelo celular')

    const { message } = await client.message(id)
    expect(message).toMatchObject({
      key: { remoteJid: ana.lidJid(), fromMe: true },
      message: { conversation: 'Escrevi pelo celular' },
    })
    expect((await ana.waitForMessage((one) => one.id === id)).text).toBe('Escrevi pelo celular')
  })

  test('from a client to a client of another company passes through real encryption on both ends', async () => {
    const other = await world.link()

    const { id } = await client.send(other.phone.pnJid(), { text: 'de uma empresa para outra' })

    const { message } = await other.client.message(id)
    expect(message.key).toMatchObject({ remoteJid: phone.pnJid(), remoteJidAlt: phone.lidJid() })
    expect(message.message?.extendedTextMessage?.text).toBe('de uma empresa para outra')
    await client.untilStatus(id, 3)
    await other.client.sock.readMessages([message.key])
    await client.untilStatus(id, 4)
  })
})
