import { Inbox } from '../src/accounts/inbox.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact, Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

describe('a message', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client
  let ana: Contact
  let contacts = 0

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
  })

  beforeEach(() => {
    ana = world.server.contact(`55119888880${String(++contacts).padStart(2, '0')}`, 'Ana')
  })

  /** Sends a last message: once it arrives, all earlier ones have, too. */
  async function settled(): Promise<void> {
    await client.message((await ana.chat(phone).text('fim')).id)
  }

  test('that is delivered twice unchanged is reported once', async () => {
    world.server.faults.deliverTwice({ phone })

    const { id } = await ana.chat(phone).text('uma vez')
    await settled()

    expect(client.upsertsOf(id)).toHaveLength(1)
  })

  test('whose confirmation is lost is delivered again and reported once', async () => {
    const lost: (string | undefined)[] = []
    const undo = world.server.faults.intercept((stanza, direction) => {
      if (direction !== 'fromClient' || stanza.tag !== 'receipt') return 'pass'
      lost.push(stanza.attrs['id'])
      return 'drop'
    })
    const { id } = await ana.chat(phone).text('sem confirmação')
    await client.message(id)
    await eventually(() => expect(lost).toContain(id))
    undo()
    expect(phone.linkedDevice.pending.map(({ attrs }) => attrs['id'])).toContain(id)

    await phone.linkedDevice.redeliver()
    await settled()

    expect(client.upsertsOf(id)).toHaveLength(1)
    await eventually(() => expect(phone.linkedDevice.pending).toEqual([]))
  })

  test('can be encrypted again and delivered with the same id', async () => {
    const delivered: (string | undefined)[] = []
    const undo = world.server.faults.intercept((stanza, direction) => {
      if (direction === 'toClient' && stanza.tag === 'message') delivered.push(stanza.attrs['id'])
      return 'pass'
    })

    const { id } = await ana.chat(phone).text('duas vezes', { copies: 2 })
    await settled()
    undo()

    expect(delivered.filter((one) => one === id)).toHaveLength(2)
    expect(client.upsertsOf(id).at(-1)?.message.message?.conversation).toBe('duas vezes')
  })

  test('of several can arrive in the opposite order', async () => {
    await client.message((await ana.chat(phone).text('zero')).id)
    const hold = world.server.faults.hold(phone)
    const sent: string[] = []
    for (const text of ['um', 'dois', 'três']) sent.push((await ana.chat(phone).text(text)).id)
    expect(hold.held).toHaveLength(3)

    await hold.release('reversed')

    await settled()
    const order = client.seen.upserts.map(({ message }) => message.key.id).filter((id) => sent.includes(id ?? ''))
    expect(order).toEqual(sent.toReversed())
  })

  test('can be delayed by a slow connection; later ones do not overtake it', async () => {
    const { faults } = world.server
    faults.latencyMs = 50
    const slow = ana.chat(phone).text('devagar', { id: 'SLOW' })
    await eventually(() => expect(phone.linkedDevice.pending.map(({ attrs }) => attrs['id'])).toContain('SLOW'))
    faults.latencyMs = 0
    const next = ana.chat(phone).text('em seguida')

    const sent = [(await slow).id, (await next).id]

    await settled()
    const order = client.seen.upserts.map(({ message }) => message.key.id).filter((id) => sent.includes(id ?? ''))
    expect(order).toEqual(sent)
  })

  test('that the client cannot decrypt is requested again', async () => {
    await client.message((await ana.chat(phone).text('oi')).id)
    world.server.faults.garble({ phone })

    const { id } = await ana.chat(phone).text('cifrada errada')

    const readings = () => client.upsertsOf(id).map(({ message }) => message.message?.conversation)
    await client.until('the text', () => readings().includes('cifrada errada'))
    expect(readings().at(-1)).toBe('cifrada errada')
  })

  test('that the contact cannot decrypt is sent again by the client', async () => {
    const first = await client.send(ana.jid(), { text: 'um' })
    await ana.waitForMessage(({ id }) => id === first.id)
    await ana.forgetSessionsWith(phone)

    const { id } = await client.send(ana.jid(), { text: 'leia de novo' })

    expect((await ana.waitForMessage((message) => message.id === id)).text).toBe('leia de novo')
  })

  test.for([463, 479, 429])('of ours that the server refuses with %i is reported as failed', async (code) => {
    world.server.faults.rejectMessages(code, { phone })

    const { id } = await client.send(ana.jid(), { text: 'recusada' })

    await client.untilFailed(id)
    expect(ana.inbox).toEqual([])
  })

  test('of ours can get lost before the server gets it: there is no ack, and it does not arrive', async () => {
    const acks = acknowledged()
    world.server.faults.loseMessages('beforeAck', { phone })

    const lost = await client.send(ana.jid(), { text: 'perdida' })
    const next = await client.send(ana.jid(), { text: 'seguinte' })

    await ana.waitForMessage(({ id }) => id === next.id)
    await eventually(() => expect(acks).toContain(next.id))
    expect(acks).not.toContain(lost.id)
    expect(ana.inbox.map(({ id }) => id)).toEqual([next.id])
  })

  test('of ours can get lost after the server acknowledged it: it does not arrive', async () => {
    const acks = acknowledged()
    world.server.faults.loseMessages('afterAck', { phone })

    const lost = await client.send(ana.jid(), { text: 'perdida' })
    const next = await client.send(ana.jid(), { text: 'seguinte' })

    await ana.waitForMessage(({ id }) => id === next.id)
    await eventually(() => expect(acks).toEqual([lost.id, next.id]))
    expect(ana.inbox.map(({ id }) => id)).toEqual([next.id])
  })

  test('of ours can arrive although its ack is lost', async () => {
    const acks = acknowledged()
    const undo = world.server.faults.dropAcknowledgements()

    const { id } = await client.send(ana.jid(), { text: 'sem recibo' })

    await ana.waitForMessage((message) => message.id === id)
    await client.untilStatus(id, 3)
    undo()
    expect(acks).not.toContain(id)
  })

  test('to a stranger is refused while the number may not start chats; a known contact still gets ours', async () => {
    const known = world.server.contact('5511988889001', 'Bia')
    await client.message((await known.chat(phone).text('oi')).id)
    await phone.restrictNewChats(new Date(Date.now() + 3_600_000))
    await client.until('the restriction', ({ connection }) =>
      connection.some(({ reachoutTimeLock }) => reachoutTimeLock?.isActive === true),
    )

    const { id } = await client.send(ana.jid(), { text: 'promoção' })
    const answer = await client.send(known.jid(), { text: 'olá' })

    await client.untilFailed(id)
    await known.waitForMessage((message) => message.id === answer.id)
    expect(ana.inbox).toEqual([])
    await phone.liftRestriction()
    await client.until('the end of it', ({ connection }) => connection.at(-1)?.reachoutTimeLock?.isActive === false)
    const later = await client.send(ana.jid(), { text: 'agora sim' })
    await ana.waitForMessage((message) => message.id === later.id)
  })

  test('limit for new chats is announced and can be queried', async () => {
    const cap = { total_quota: 50, used_quota: 50, capping_status: 'CAPPED' }

    await phone.capNewChats(50, 50)

    await client.until('the cap', ({ caps }) => caps.length > 0)
    expect(client.seen.caps).toEqual([cap])
    expect(await client.sock.fetchNewChatMessageCap()).toEqual(cap)
  })

  test('or query above the rate limit is refused', async () => {
    world.server.faults.limitRate({ phone })

    await expect(client.sock.onWhatsApp(ana.number)).rejects.toMatchObject({ data: 429 })
    const { id } = await client.send(ana.jid(), { text: 'rápido demais' })

    await client.untilFailed(id)
    expect(await client.sock.onWhatsApp(ana.number)).toMatchObject([{ exists: true }])
  })

  test('to a client whose one-time keys have run out makes it publish new ones', async () => {
    phone.linkedDevice.keys.exhaust()

    await client.message((await ana.chat(phone).text('primeira')).id)

    await eventually(() => expect(phone.linkedDevice.keys.count).toBeGreaterThan(0))
  })

  /** The ids that the server acknowledged. Only the socket reports them. */
  function acknowledged(): string[] {
    const ids: string[] = []
    client.sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      if (attrs['error'] === undefined) ids.push(attrs['id'] ?? '')
    })
    return ids
  }
})

describe('a message that is requested again', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client
  let ana: Contact

  beforeAll(async () => {
    ;({ phone, client } = await world.link())
    ana = world.server.contact('5511988888199', 'Ana')
  })

  test('is shown in its original position', async () => {
    const first = await client.send(ana.jid(), { text: 'um' })
    await ana.waitForMessage(({ id }) => id === first.id)
    ana.goOffline()
    const unread = await client.send(ana.jid(), { text: 'dois' })
    await ana.forgetSessionsWith(phone)
    const undo = world.server.faults.intercept((stanza, direction) =>
      direction === 'toClient' && stanza.attrs['type'] === 'retry' ? { delayMs: 300 } : 'pass',
    )
    await ana.goOnline()
    const last = await client.send(ana.jid(), { text: 'três' })
    await ana.waitForMessage(({ id }) => id === last.id)
    await ana.waitForMessage(({ id }) => id === unread.id)
    undo()

    expect(ana.inbox.map(({ text }) => text)).toEqual(['um', 'dois', 'três'])
  })

  test('shows an edit that could be decrypted before it', async () => {
    const { id } = await client.send(ana.jid(), { text: 'quatro' })
    const { incoming } = await ana.waitForMessage((message) => message.id === id)
    const inbox = new Inbox()

    inbox.take(
      { kind: 'edit', targetId: id, text: 'quatro, corrigido', isForwarded: false, raw: {} },
      incoming,
      0,
      () => undefined,
    )
    inbox.take({ kind: 'text', text: 'quatro', isForwarded: false, raw: {} }, incoming, 0, () => undefined)

    expect(inbox.messages).toMatchObject([{ id, text: 'quatro, corrigido', isEdited: true }])
  })

  test('keeps its original time', async () => {
    await client.message((await ana.chat(phone).text('oi')).id)
    world.server.faults.garble({ phone })
    const sentAt = new Date('2026-01-02T03:04:05Z')

    const { id } = await ana.chat(phone).text('de antes', { sentAt })

    const readings = () => client.upsertsOf(id).filter(({ message }) => message.message?.conversation === 'de antes')
    await client.until('the text', () => readings().length > 0)
    expect(Number(readings().at(-1)?.message.messageTimestamp)).toBe(sentAt.getTime() / 1000)
  })
})
