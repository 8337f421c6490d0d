import { describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()

describe('presence', () => {
  test('of a customer who types, records and stops is reported under a known identity', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988885551', 'Ana')
    const chat = ana.chat(session.phone)
    await chat.state('composing')
    await chat.state('recording')
    await chat.state('paused')
    await chat.presence('unavailable')
    await eventually(() =>
      expect(session.presences.map(({ presence }) => presence)).toEqual([
        'composing',
        'recording',
        'available',
        'unavailable',
      ]),
    )
    expect(session.presences[0]?.from.kind).toBe('lid')
    expect(session.store.inbound).toEqual([])
  })

  test('of an attendant is shown to the customer as typing or recording', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988885552', 'Ana')
    const seen: string[] = []
    ana.events.on('typing', ({ state }) => seen.push(state))
    for (const doing of ['composing', 'recording', 'paused'] as const) session.session.typing(ana.number, doing)
    await eventually(() => expect(seen).toEqual(['composing', 'recording', 'paused']))
  })

  test('is requested for watched customers, once per connection', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988885553', 'Ana')
    for (let look = 0; look < 3; look++) session.session.watch(ana.number)
    await eventually(() => expect([...session.phone.linkedDevice.watched]).toEqual([ana.number]))

    session.phone.linkedDevice.cut()
    await eventually(() => expect(session.session.state.status).toBe('opening'))
    await session.until('connected')
    await eventually(() => expect([...session.phone.linkedDevice.watched]).toEqual([ana.number]))
  })
})
