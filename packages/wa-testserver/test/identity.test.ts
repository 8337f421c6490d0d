import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

describe('identities', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  test('a contact addressed by number has the LID as the alternative', async () => {
    const caio = world.server.contact('5511988881001', 'Caio', { addressing: 'pn' })

    const { id } = await caio.chat(phone).text('olá')

    const { message } = await client.message(id)
    expect(message.key).toMatchObject({ remoteJid: caio.pnJid(), remoteJidAlt: caio.lidJid() })
  })

  test('a number with the ninth digit finds the account that is registered without it', async () => {
    const caio = world.server.contact('551188881002', 'Caio', { addressing: 'pn', aliases: ['5511988881002'] })

    expect(await client.sock.onWhatsApp('5511988881002')).toMatchObject([{ jid: caio.pnJid(), exists: true }])
  })

  test('a number without WhatsApp is not found', async () => {
    expect(await client.sock.onWhatsApp('5500000000000')).toEqual([])
  })

  test('receipts can come from the LID for a message to the number', async () => {
    const ana = world.server.contact('5511988881003', 'Ana', { receiptsFrom: 'lid' })

    const { id } = await client.send(ana.pnJid(), { text: 'para o número' })

    await client.untilStatus(id, 3)
    const told = client.seen.updates.filter(({ key, update }) => key.id === id && update.status === 3)
    expect(told.map(({ key }) => key.remoteJid)).toEqual([ana.lidJid()])
  })

  test('both devices of a contact can decrypt our message, and confirm it', async () => {
    const ana = world.server.contact('5511988881004', 'Ana', { devices: 2 })

    const { id } = await client.send(ana.jid(), { text: 'nos dois' })

    await eventually(() => {
      const [message] = ana.inbox
      expect(message?.readOn).toEqual(new Set([0, 1]))
    })
    expect(ana.inbox).toHaveLength(1)
    await client.until('a receipt of the second device', ({ updates }) =>
      updates.some(({ key }) => key.id === id && key.remoteJid === ana.lidJid(1)),
    )
  })

  test('what a contact writes on the second device is in the same chat', async () => {
    const ana = world.server.contact('5511988881005', 'Ana', { devices: 2 })
    const onPhone = await ana.chat(phone).text('do celular')
    ana.pickUp(1)
    const onComputer = await ana.chat(phone).text('do computador')

    const [first, second] = [await client.message(onPhone.id), await client.message(onComputer.id)]

    expect(first.message.key.remoteJid).toBe(ana.lidJid())
    expect(second.message.key.remoteJid).toBe(ana.lidJid())
    expect(second.message.message?.conversation).toBe('do computador')
  })

  test('messages to and from a contact with a new phone can be decrypted', async () => {
    const ana = world.server.contact('5511988881006', 'Ana')
    const before = await client.send(ana.jid(), { text: 'antes' })
    await ana.waitForMessage(({ id }) => id === before.id)

    await ana.reinstall(phone.linkedDevices)

    const after = await client.send(ana.jid(), { text: 'depois' })
    expect((await ana.waitForMessage(({ id }) => id === after.id)).text).toBe('depois')
    const back = await ana.chat(phone).text('celular novo')
    await client.until('their text', () =>
      client.upsertsOf(back.id).some(({ message }) => message.message?.conversation === 'celular novo'),
    )
  })

  test('a profile picture is found; an account without one has none', async () => {
    const ana = world.server.contact('5511988881007', 'Ana', { pictureUrl: 'https://localhost/ana.jpg' })
    const bia = world.server.contact('5511988881008', 'Bia')

    expect(await client.sock.profilePictureUrl(ana.jid())).toBe('https://localhost/ana.jpg')
    await expect(client.sock.profilePictureUrl(bia.jid())).rejects.toThrow('item-not-found')
  })

  test('messages of a blocked contact do not arrive until it is unblocked', async () => {
    const ana = world.server.contact('5511988881009', 'Ana')
    await client.message((await ana.chat(phone).text('oi')).id)
    await client.sock.updateBlockStatus(ana.jid(), 'block')
    const blocked = await ana.chat(phone).text('me ouve?')
    expect(await client.sock.fetchBlocklist()).toEqual([ana.jid()])

    await client.sock.updateBlockStatus(ana.jid(), 'unblock')
    const { id } = await ana.chat(phone).text('e agora?')

    await client.message(id)
    expect(client.upsertsOf(blocked.id)).toEqual([])
    expect(blocked.progress).toBe('sent')
  })
})
