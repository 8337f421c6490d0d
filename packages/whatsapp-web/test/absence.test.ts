import { describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()

describe('a message that was written while offline', () => {
  test('is marked with its absence; later messages are not', async () => {
    const { store, phone, states } = await world.link()
    const ana = world.server.contact('5511988881001', 'Ana')
    await ana.chat(phone).text('Antes')
    await eventually(() => expect(store.messages()).toHaveLength(1))

    const before = states.length
    phone.linkedDevice.cut()
    await ana.chat(phone).text('Durante um')
    await ana.chat(phone).text('Durante dois')
    await eventually(() => expect(states.slice(before).at(-1)).toMatchObject({ status: 'connected' }))
    await eventually(() => expect(store.messages()).toHaveLength(3))
    await ana.chat(phone).text('Depois')
    await eventually(() => expect(store.messages()).toHaveLength(4))

    const [first, one, two, last] = store.messages()
    expect([first?.missed, last?.missed]).toEqual([undefined, undefined])
    expect([one?.body, two?.body]).toEqual(['Durante um', 'Durante dois'])
    expect(one?.missed).toEqual(two?.missed)
    expect(Date.parse(one?.missed?.since ?? '')).toBeLessThan(Date.parse(one?.missed?.until ?? ''))
    expect(new Set(store.messages().map(({ externalId }) => externalId)).size).toBe(4)
  })

  test('is marked as missed also if no process ran the session or we wrote it on the phone', async () => {
    const { session, store, phone } = await world.link()
    const ana = world.server.contact('5511988881002', 'Ana')
    await session.stop()
    const since = new Date(Date.now() - 3_600_000)
    await ana.chat(phone).text('Ontem à noite')
    await phone.chat(ana).text('Respondi do celular')

    const again = world.session(store, { awaySince: since })
    again.session.start()
    await eventually(() => expect(store.messages()).toHaveLength(2))
    expect(store.messages()).toMatchObject([
      { body: 'Ontem à noite', missed: { since: since.toISOString() } },
      { body: 'Respondi do celular', isEcho: true, missed: { since: since.toISOString() } },
    ])
  })

  test('is marked as missed without the offline attribute if it is older than the login', async () => {
    const { store, phone, states } = await world.link()
    const ana = world.server.contact('5511988881003', 'Ana')
    const before = states.length
    phone.linkedDevice.cut()
    await eventually(() => expect(states.slice(before).at(-1)).toMatchObject({ status: 'connected' }))

    await ana.chat(phone).text('Escrita ontem', { sentAt: new Date(Date.now() - 86_400_000) })
    await ana.chat(phone).text('Escrita agora', { sentAt: new Date(Date.now() + 5000) })
    await eventually(() => expect(store.messages()).toHaveLength(2))
    expect(store.messages().map(({ missed }) => missed !== undefined)).toEqual([true, false])
  })

  test('is not marked as missed right after a phone was linked', async () => {
    const { store, phone } = await world.link()
    const ana = world.server.contact('5511988881004', 'Ana')
    await ana.chat(phone).text('Oi', { sentAt: new Date(Date.now() - 86_400_000) })
    await eventually(() => expect(store.messages()).toHaveLength(1))
    expect(store.messages()[0]?.missed).toBeUndefined()
  })
})
