import { describe, expect, test } from 'vitest'
import { type ToSend, endTimer, eventually, newId, worldOfFile } from './world.ts'

const world = worldOfFile()

/** Records the pauses and runs delayed work at once. */
function recordPauses() {
  const pauses: number[] = []
  const later = (work: () => void, pause: number) => {
    pauses.push(pause)
    return setTimeout(work)
  }
  return { pauses, later }
}

describe('a session', () => {
  test('shows codes until the phone scans one, and reconnects without a code', async () => {
    const { session, store, states, phone } = await world.link()
    expect(states.map(({ status }) => status)).toEqual(['opening', 'qrcode', 'pairing', 'opening', 'connected'])
    expect(session.state).toEqual({ status: 'connected', number: phone.number, name: 'Loja Central' })

    await session.stop()
    const again = world.session(store)
    again.session.start()
    await again.until('connected')
    expect(again.states.map(({ status }) => status)).toEqual(['opening', 'connected'])
  })

  test('reconnects automatically after its connection was cut', async () => {
    const { session, phone, states } = await world.link()
    const before = states.length
    phone.linkedDevice.cut()
    await eventually(() => expect(states.length).toBeGreaterThan(before))
    await eventually(() => expect(session.state.status).toBe('connected'))
    expect(states.slice(before)).toMatchObject([{ status: 'opening', attempt: 1 }, { status: 'connected' }])
  })

  test('that is refused by a busy network tries again after pauses that grow', async () => {
    const { pauses, later } = recordPauses()
    const { session, store } = await world.link()
    await session.stop()
    world.server.faults.refuseLogins(503, { times: 4 })
    const again = world.session(store, { later })
    again.session.start()
    await again.until('connected')
    expect(pauses).toHaveLength(4)
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(800 * 2 ** index)
      expect(pause).toBeLessThanOrEqual(1200 * 2 ** index)
    }
  })

  test.each([403, 402])('that was banned (%s) stops, says so, and never tries again', async (code) => {
    const { pauses, later } = recordPauses()
    const { session, store, phone } = await world.link()
    await session.stop()
    world.server.faults.refuseLogins(code, { times: 5, phone })
    const again = world.session(store, { later })
    again.session.start()
    await eventually(() => expect(again.states.length).toBeGreaterThan(1))
    expect(again.states).toMatchObject([{ status: 'opening' }, { status: 'ended', reason: 'banned' }])
    expect(pauses).toEqual([])
    world.server.faults.acceptLogins(phone)
  })

  test('ends when the phone unlinks it, and deletes all keys', async () => {
    const { session, store, phone } = await world.link()
    await phone.linkedDevice.unlink()
    await eventually(() => expect(session.state).toEqual({ status: 'ended', reason: 'logged_out' }))
    await eventually(() => expect(store.secrets.size).toBe(0))
  })

  test('ends when another session replaces it, and keeps its keys', async () => {
    const { session, store, phone } = await world.link()
    await phone.linkedDevice.replace()
    await eventually(() => expect(session.state).toEqual({ status: 'ended', reason: 'replaced' }))
    expect(store.secrets.size).toBeGreaterThan(0)
  })

  test('ends if WhatsApp asks for a passkey, and can be linked once it no longer does', async () => {
    const phone = world.phone()
    world.server.faults.demandPasskey({ phone })
    const session = world.session()
    const refused = Promise.withResolvers<unknown>()
    session.onQr = (qr) => void phone.scan(qr).catch(refused.resolve)
    session.session.start()
    await eventually(() => expect(session.session.state).toEqual({ status: 'ended', reason: 'passkey' }))
    expect(await refused.promise).toMatchObject({ message: expect.stringContaining('passkey') })

    session.session.start()
    await session.until('connected')
    expect(phone.linkedDevices).toHaveLength(1)
  })

  test('ends when there are no more codes', async () => {
    const undo = world.server.faults.intercept((stanza, direction) => {
      const [content] = Array.isArray(stanza.content) ? stanza.content : []
      if (direction !== 'toClient' || content?.tag !== 'pair-device') return 'pass'
      return { replaceWith: [{ ...stanza, content: [{ ...content, content: [] }] }] }
    })
    const { session } = world.session()
    session.start()
    await eventually(() => expect(session.state).toEqual({ status: 'ended', reason: 'qr_expired' }))
    undo()
  })

  test('reports that its first code is valid for a minute', async () => {
    const { session } = world.session()
    session.start()
    await eventually(() => expect(session.state).toMatchObject({ status: 'qrcode', seconds: 60 }))
  })

  test('unlinks itself from the phone', async () => {
    const { session, store, phone } = await world.link()
    expect(await session.logout()).toBe('unlinked')
    expect(store.secrets.size).toBe(0)
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
  })
})

describe('a session that cannot reach the network to unlink itself', () => {
  const isUnlinking = ({ content }: { content?: unknown }) =>
    Array.isArray(content) && content.some(({ tag }) => tag === 'remove-companion-device')

  /** Drops each unlink request together with its connection. */
  function loseRequests() {
    let lost = 0
    const undo = world.server.faults.intercept((stanza, direction, device) => {
      if (direction !== 'fromClient' || !isUnlinking(stanza)) return 'pass'
      lost += 1
      device?.cut()
      return 'drop'
    })
    return { lost: () => lost, undo }
  }

  test('keeps its keys, tries again, and deletes them once it is unlinked', async () => {
    const { session, store, states, phone } = await world.link()
    const { lost, undo } = loseRequests()
    const logout = session.logout()
    await eventually(() => expect(lost()).toBeGreaterThan(1))
    expect(store.namesOf('credentials')).toHaveLength(1)
    expect(states.at(-1)).toEqual({ status: 'unlinking' })
    undo()

    expect(await logout).toBe('unlinked')
    expect(phone.linkedDevices).toEqual([])
    expect(store.secrets.size).toBe(0)
    expect(session.state).toEqual({ status: 'stopped' })
  })

  test('tries for a minute, then deletes its keys and reports `unconfirmed`', async () => {
    const { pauses, later } = recordPauses()
    const { store, session, phone } = await world.link()
    await session.stop()
    world.server.faults.refuseLogins(503, { times: 1000, phone })
    const again = world.session(store, { later })

    expect(await again.session.logout()).toBe('unconfirmed')
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(60_000)
    expect(store.secrets.size).toBe(0)
    expect(phone.linkedDevices).toHaveLength(1)
    world.server.faults.acceptLogins(phone)
  })

  test('keeps its keys if it is stopped meanwhile, so that the next process continues', async () => {
    const { session, store, phone } = await world.link()
    const { lost, undo } = loseRequests()
    const logout = session.logout()
    await eventually(() => expect(lost()).toBeGreaterThan(0))
    await session.stop()
    expect(await logout).toBe('interrupted')
    expect(store.secrets.size).toBeGreaterThan(0)
    undo()

    const next = world.session(store)
    expect(await next.session.logout()).toBe('unlinked')
    expect(phone.linkedDevices).toEqual([])
    expect(store.secrets.size).toBe(0)
  })

  test.each([
    [401, 'unlinked'],
    [403, 'unconfirmed'],
  ])('does not try again if WhatsApp refuses it for good (%i): %s', async (code, result) => {
    const { pauses, later } = recordPauses()
    const { session, store, phone } = await world.link()
    await session.stop()
    world.server.faults.refuseLogins(code, { times: 2, phone })
    expect(await world.session(store, { later }).session.logout()).toBe(result)
    expect(pauses).toEqual([])
    expect(store.secrets.size).toBe(0)
    world.server.faults.acceptLogins(phone)
  })

  test('needs no request if no phone was ever linked', async () => {
    const { session, store, states } = world.session()
    session.start()
    await eventually(() => expect(session.state.status).toBe('qrcode'))
    expect(await session.logout()).toBe('unlinked')
    expect(states.map(({ status }) => status)).not.toContain('unlinking')
    expect(store.secrets.size).toBe(0)
  })
})

describe('an incoming message', () => {
  test('is reported with all identities of the customer', async () => {
    const { store, phone } = await world.link()
    const ana = world.server.contact('5511988887777', 'Ana')
    await ana.chat(phone).text('Oi, tudo bem?')

    await eventually(() => expect(store.messages()).toHaveLength(1))
    const [message] = store.messages()
    expect(message).toMatchObject({ body: 'Oi, tudo bem?', mediaType: 'conversation', name: 'Ana' })
    expect([message?.from.kind, ...(message?.aliases ?? []).map(({ kind }) => kind)]).toEqual(['phone', 'lid'])
  })

  test('is reported in order, also from strangers and with a slow database', async () => {
    const { store, phone } = await world.link()
    let slow = 6
    store.pause = () => new Promise((resolve) => setTimeout(resolve, slow-- > 0 ? 100 : 1))
    const texts = ['um', 'dois', 'três', 'quatro']
    const strangers = [1, 2, 3].map((nth) => world.server.contact(`551198888790${nth}`, `Ana ${nth}`))
    const hold = world.server.faults.hold(phone)
    for (const text of texts) for (const ana of strangers) await ana.chat(phone).text(text)
    await hold.release()

    await eventually(() => expect(store.messages()).toHaveLength(12))
    for (const ana of strangers)
      expect(store.messages().filter(({ name }) => name === ana.name)).toMatchObject(texts.map((body) => ({ body })))
  })

  test('is acknowledged only once it is stored, and comes again if the process died before', async () => {
    const { session, store, phone } = await world.link()
    const ana = world.server.contact('5511988887778', 'Ana')
    await ana.chat(phone).text('Primeira')
    await eventually(() => expect(store.messages()).toHaveLength(1))

    store.refusal = new Error('the database is gone')
    await ana.chat(phone).text('Segunda')
    await eventually(() => expect(session.state.status).toBe('opening'))
    expect(phone.linkedDevice.pending.length).toBeGreaterThan(0)

    store.refusal = undefined
    await eventually(() => expect(store.messages().map(({ body }) => body)).toEqual(['Primeira', 'Segunda']))
  })
})

describe('a message that has to be asked for again', () => {
  test('is delivered after a reconnect if the connection was lost before', async () => {
    const { store, phone } = await world.link()
    const ana = world.server.contact('5511988887786', 'Ana')
    await ana.chat(phone).text('Primeira')
    await eventually(() => expect(store.messages()).toHaveLength(1))
    const { linkedDevice } = phone
    const undo = world.server.faults.intercept((stanza, direction) => {
      const isAgain = Array.isArray(stanza.content) && stanza.content.some(({ attrs }) => attrs['count'] !== undefined)
      if (direction === 'toClient' && stanza.tag === 'message' && isAgain) return 'drop'
      // The client refuses the unreadable copy after it has requested the message again.
      if (direction === 'fromClient' && stanza.tag === 'ack' && stanza.attrs['error'] !== undefined)
        setImmediate(() => linkedDevice.cut())
      return 'pass'
    })
    const offline = new Promise<void>((resolve) => linkedDevice.events.once('offline', () => resolve()))
    world.server.faults.garble({ phone })
    await ana.chat(phone).text('Segunda')
    await offline
    undo()

    await eventually(() => expect(store.messages().map(({ body }) => body)).toEqual(['Primeira', 'Segunda']))
  })
})

describe('a phone without a business name', () => {
  test('sends delivery receipts from its first connection on, and its presence once', async () => {
    const phone = world.server.phone('5511900000999', 'Dora')
    const said: string[] = []
    phone.events.once('linked', ({ events }) => events.on('presence', (presence) => said.push(presence)))
    await world.link(phone)
    const ana = world.server.contact('5511988887799', 'Ana')
    const ticks: (string | undefined)[] = []
    ana.events.on('receipt', ({ type }) => ticks.push(type))
    await eventually(() => expect(said).toEqual(['available']))

    await phone.chat(ana).text('Aqui é a Dora')
    await ana.chat(phone).text('Chegou?')
    await eventually(() => expect(ticks).toEqual([undefined]))
    expect(said).toEqual(['available'])
  })
})

describe('a message whose receipt was lost with the connection', () => {
  test('comes again, changes nothing, and its author sees it as delivered', async () => {
    const { store, phone } = await world.link()
    const ana = world.server.contact('5511988887792', 'Ana')
    await ana.chat(phone).text('Primeira')
    await eventually(() => expect(store.messages()).toHaveLength(1))
    let lost = 0
    const undo = world.server.faults.intercept((stanza, direction, device) => {
      if (direction !== 'fromClient' || stanza.tag !== 'receipt') return 'pass'
      lost += 1
      device?.cut()
      return 'drop'
    })
    const { id } = await ana.chat(phone).text('Segunda')
    await eventually(() => expect(lost).toBeGreaterThan(0))
    undo()

    await eventually(() => expect(ana.sent.get(id)?.progress).toBe('delivered'))
    expect(store.messages()).toHaveLength(2)
    await eventually(() => expect(phone.linkedDevice.pending).toEqual([]))
  })
})

describe('a message that comes while nothing can be read from the database', () => {
  test('is not acknowledged, whether its author is known or not, and comes again', async () => {
    const { session, store, phone } = await world.link()
    const ana = world.server.contact('5511988887782', 'Ana')
    await ana.chat(phone).text('Primeira')
    await eventually(() => expect(store.messages()).toHaveLength(1))
    await session.stop()
    const again = world.session(store)
    again.session.start()
    await again.until('connected')

    store.readRefusal = new Error('the database is gone')
    // Neither contact is cached in memory; only one has keys in the database.
    const stranger = world.server.contact('5511988887783', 'Bruno')
    await ana.chat(phone).text('Segunda')
    await stranger.chat(phone).text('Terceira')
    await eventually(() => expect(again.session.state.status).toBe('opening'))
    store.readRefusal = undefined

    await eventually(() =>
      expect(
        store
          .messages()
          .map(({ body }) => body)
          .toSorted(),
      ).toEqual(['Primeira', 'Segunda', 'Terceira']),
    )
  })
})

describe('a message and the keys that it used up', () => {
  test('are written together: if the process dies before, neither is stored', async () => {
    const { session, store, phone } = await world.link()
    const ana = world.server.contact('5511988887781', 'Ana')
    await ana.chat(phone).text('Primeira')
    await eventually(() => expect(store.messages()).toHaveLength(1))

    store.onWrite = ({ inbound }) => {
      if (inbound.some(({ kind }) => kind === 'message')) store.refusal = new Error('the process was killed')
    }
    await ana.chat(phone).text('Segunda')
    await eventually(() => expect(session.state.status).toBe('opening'))
    store.onWrite = undefined
    store.refusal = undefined

    await eventually(() => expect(store.messages().map(({ body }) => body)).toEqual(['Primeira', 'Segunda']))
  })
})

describe('a read receipt', () => {
  test('is sent again if the connection was lost with it', async () => {
    const session = await world.link()
    const { phone } = session
    const ana = world.server.contact('5511988887784', 'Ana')
    const { id } = await ana.chat(phone).text('Leu?')
    await session.message(id)
    const undo = world.server.faults.intercept((stanza, direction, device) => {
      if (direction !== 'fromClient' || stanza.tag !== 'receipt' || stanza.attrs['type'] !== 'read') return 'pass'
      device?.cut()
      return 'drop'
    })
    const mark: ToSend = { kind: 'read', readIds: [id] }
    expect(await session.send(ana.number, mark)).toEqual({ status: 'held', mayHaveLeft: true })
    undo()

    await eventually(async () => expect(await session.send(ana.number, mark)).toEqual({ status: 'sent' }))
    expect(ana.sent.get(id)?.progress).toBe('read')
  })

  test('is repeated a limited number of times if WhatsApp does not answer', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988887785', 'Ana')
    const { id } = await ana.chat(session.phone).text('Leu?')
    await session.message(id)
    const undo = world.server.faults.intercept((stanza, direction) =>
      direction === 'toClient' && stanza.attrs['class'] === 'receipt' ? 'drop' : 'pass',
    )

    const { result } = await endTimer(5000, () => session.send(ana.number, { kind: 'read', readIds: [id] }))
    expect(result).toEqual({ status: 'sent' })
    undo()
  })
})

describe('an outgoing message', () => {
  test('counts as sent once WhatsApp acknowledges it, and its receipts are reported', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988887779', 'Ana')
    const externalId = newId()
    expect(await session.send('5511988887779', { externalId, body: 'Olá, Ana!' })).toEqual({ status: 'sent' })

    const got = await ana.waitForMessage(({ text }) => text === 'Olá, Ana!')
    expect(got.id).toBe(externalId)
    await ana.read()
    await session.told('ack', externalId)
    await eventually(() =>
      expect(session.store.inbound.filter(({ kind }) => kind === 'ack')).toEqual([
        { kind: 'ack', externalId, ack: 2 },
        { kind: 'ack', externalId, ack: 3 },
      ]),
    )
  })

  test('is sent together with others whose keys were stored in the same write', async () => {
    const session = await world.link()
    const people = Array.from({ length: 20 }, (_, nth) =>
      world.server.contact(`55119888879${nth + 10}`, `Cliente ${nth}`),
    )
    const sendToAll = (body: string) =>
      Promise.all(people.map(({ number }) => session.send(number, { body, externalId: newId() })))
    // After this the keys of all recipients are known.
    await sendToAll('Bom dia')

    let writes = 0
    session.store.onWrite = () => void (writes += 1)
    session.store.pause = () => new Promise((resolve) => setTimeout(resolve, 50))
    const before = people.reduce((sum, { inbox }) => sum + inbox.length, 0)
    const results = await sendToAll('Chegou')

    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['sent']))
    await eventually(() => expect(people.reduce((sum, { inbox }) => sum + inbox.length, 0)).toBe(before + 20))
    expect(writes).toBeLessThan(10)
  })

  test('is sent only once its keys are stored, and after earlier messages', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988887601', 'Ana')
    const bodies = ['um', 'dois', 'três', 'quatro']
    await session.send(ana.number, { body: 'Bom dia', externalId: newId() })
    const release = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    session.store.hold = release.promise
    session.store.onWrite = ({ secrets }) => {
      if (secrets.some(({ kind }) => kind === 'session')) isAsked.resolve()
    }

    const sent = bodies.map((body) => session.send(ana.number, { body, externalId: newId() }))
    await isAsked.promise
    // This message comes over the same connection; by then a frame that was not held back would have left.
    await world.server.contact('5511988887602', 'Bia').chat(session.phone).text('Oi')
    expect(ana.inbox.map(({ text }) => text)).toEqual(['Bom dia'])

    release.resolve()
    await Promise.all(sent)
    await eventually(() => expect(ana.inbox.map(({ text }) => text)).toEqual(['Bom dia', ...bodies]))
  })

  test('is held while the session is not connected, and rejected if WhatsApp refuses it', async () => {
    const session = await world.link()
    world.server.contact('5511988887780', 'Ana')
    world.server.faults.rejectMessages(406)
    expect(await session.send('5511988887780', { body: 'Oi' })).toMatchObject({ status: 'rejected' })

    await session.session.stop()
    expect(await session.send('5511988887780', { body: 'Oi' })).toEqual({ status: 'held' })
  })
})
