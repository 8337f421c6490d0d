import { proto } from '@whiskeysockets/baileys'
import { describe, expect, test } from 'vitest'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const DAY_MS = 86_400_000
const { HistorySyncType } = proto.HistorySync

describe('history', () => {
  const world = useWorld()
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
  const texts = (client: Client) =>
    client.seen.history.flatMap(({ messages }) => messages.map(({ message }) => message?.conversation))

  test('arrives after pairing: chats, messages, names, and the numbers of LIDs', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886001', 'Ana Souza')
    const bia = world.server.contact('5521988886002', 'Bia', { addressing: 'pn' })
    const group = world.server.group('Condomínio', phone, [ana])
    phone.remember(
      { with: ana, text: 'Bom dia, ainda tem vaga?', at: daysAgo(3) },
      { with: ana, by: phone, text: 'Tem sim', at: daysAgo(3) },
      { with: bia, text: 'Obrigada!', at: daysAgo(1) },
      { with: group, by: ana, text: 'Alguém viu?', at: daysAgo(2) },
    )

    const { client } = await world.link({ phone })
    await client.until('all chunks', ({ history }) => history.length >= 3)

    const [bootstrap] = client.seen.history
    expect(bootstrap?.syncType).toBe(HistorySyncType.INITIAL_BOOTSTRAP)
    expect(new Set(bootstrap?.chats.map(({ id }) => id))).toEqual(new Set([ana.jid(), bia.jid(), group.jid]))
    expect(bootstrap?.messages.find(({ message }) => message?.conversation === 'Tem sim')?.key.fromMe).toBe(true)
    expect(bootstrap?.messages.find(({ message }) => message?.conversation === 'Alguém viu?')?.key).toMatchObject({
      remoteJid: group.jid,
      participant: ana.jid(),
    })
    expect(client.seen.history.flatMap(({ contacts }) => contacts.map(({ notify }) => notify))).toContain('Ana Souza')
    expect(await client.sock.signalRepository.lidMapping.getPNForLID(ana.lidJid())).toMatch(ana.number)
  })

  test('that is long arrives in parts, each message once, with increasing progress', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886003', 'Ana')
    const past = Array.from({ length: 500 }, (_, day) => ({ with: ana, text: `dia ${day}`, at: daysAgo(day) }))
    phone.remember(...past)

    const { client } = await world.link({ phone })
    await client.until('all of it', () => texts(client).length >= past.length)

    expect(texts(client)).toHaveLength(past.length)
    expect(new Set(texts(client))).toEqual(new Set(past.map(({ text }) => text)))
    const progress = client.seen.history
      .filter(({ syncType }) => syncType === HistorySyncType.RECENT)
      .map((chunk) => chunk.progress)
    expect(progress).toEqual([33, 66, 100])
  })

  test('that is older arrives when the client requests it', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886004', 'Ana')
    phone.remember({ with: ana, text: 'recente', at: daysAgo(1) })
    for (let day = 10; day < 30; day++)
      phone.remember({ with: ana, text: `antiga ${day}`, at: daysAgo(day), isOld: true })
    const { client } = await world.link({ phone })
    await client.until('first history', () => texts(client).includes('recente'))
    const [oldest] = client.seen.history.flatMap(({ messages }) => messages)
    if (!oldest) throw new Error('there is no message')

    await client.sock.fetchMessageHistory(5, oldest.key, Number(oldest.messageTimestamp) * 1000)

    await client.until('older messages', ({ history }) =>
      history.some(({ syncType }) => syncType === HistorySyncType.ON_DEMAND),
    )
    expect(texts(client)).toEqual(['recente', 'antiga 10', 'antiga 11', 'antiga 12', 'antiga 13', 'antiga 14'])
  })

  test('is not repeated after a reconnect', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886005', 'Ana')
    phone.remember({ with: ana, text: 'uma vez', at: daysAgo(1) })
    const { client } = await world.link({ phone })
    await client.until('all chunks', ({ history }) => history.length >= 3)

    phone.linkedDevice.cut()
    await client.untilOpenAgain(1)
    await client.message((await ana.chat(phone).text('depois')).id)

    expect(client.seen.history).toHaveLength(3)
  })

  test('of settings: archiving by the client is stored, archiving by the phone is reported', async () => {
    const { phone, client } = await world.link()
    const ana = world.server.contact('5511988886006', 'Ana')
    const bia = world.server.contact('5511988886007', 'Bia')
    const last = (jid: string) => [{ key: { remoteJid: jid, fromMe: false, id: 'AC00' }, messageTimestamp: 1 }]

    await client.sock.chatModify({ archive: true, lastMessages: last(ana.jid()) }, ana.jid())
    await phone.changeChat(bia, { archive: true, lastMessages: last(bia.jid()) })

    await client.until('the chat that the phone archived', ({ chats }) =>
      chats.some(({ id, archived }) => id === bia.jid() && archived),
    )
    expect(client.seen.chats.filter(({ archived }) => archived).map(({ id }) => id)).toContain(bia.jid())
  })
})
