import { describe, expect, test } from 'vitest'
import { eventually, worldOfFile } from './world.ts'

const world = worldOfFile()

describe('what people are doing', () => {
  test('is told of a customer who writes, speaks and stops, under the name that they are known by', async () => {
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

  test('is shown to the customer, writing or speaking', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988885552', 'Ana')
    const seen: string[] = []
    ana.events.on('typing', ({ state }) => seen.push(state))
    for (const doing of ['composing', 'recording', 'paused'] as const) session.session.typing(ana.number, doing)
    await eventually(() => expect(seen).toEqual(['composing', 'recording', 'paused']))
  })

  test('is asked for of whom somebody looks at, once on each line', async () => {
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
