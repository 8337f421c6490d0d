import { afterEach, describe, expect, test, vi } from 'vitest'
import { type WireEvent, createEventStream } from './event-stream.ts'

const numbered = (seq: number): WireEvent => ({ name: 'company-1-ticket', payload: { seq } })

function world() {
  const delivered: WireEvent[] = []
  const asked: number[] = []
  const answers: ((answer: { events: WireEvent[]; seq: number; resync: boolean } | Error) => void)[] = []
  let resyncs = 0
  const stream = createEventStream({
    fetchMissed: (after) => {
      asked.push(after)
      return new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      })
    },
    deliver: (event) => delivered.push(event),
    resync: () => (resyncs += 1),
  })
  return { stream, delivered, asked, answer: (n: number) => answers[n] ?? (() => undefined), resyncs: () => resyncs }
}

async function connected(at: number) {
  const it = world()
  it.stream.begin()
  await it.stream.settle(at)
  return it
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the event stream', () => {
  test('delivers at once on the first connection, without catching up', async () => {
    const { stream, delivered, asked } = await connected(10)

    stream.receive(numbered(11))

    expect(delivered).toEqual([numbered(11)])
    expect(asked).toEqual([])
  })

  test('fetches what came after the last event when it reconnects', async () => {
    const { stream, asked, answer, delivered } = await connected(10)
    stream.receive(numbered(12))

    stream.begin()
    const settled = stream.settle(15)
    answer(0)({ events: [numbered(13), numbered(15)], seq: 15, resync: false })

    await expect(settled).resolves.toBe(true)
    expect(asked).toEqual([10])
    expect(delivered).toEqual([numbered(12), numbered(13), numbered(15)])
  })

  test('fetches an earlier fact that another process had not published yet, and delivers none twice', async () => {
    const { stream, answer, delivered } = await connected(10)
    stream.receive(numbered(12))

    stream.begin()
    const settled = stream.settle(13)
    answer(0)({ events: [numbered(11), numbered(11), numbered(12), numbered(13)], seq: 13, resync: false })
    await settled

    expect(delivered).toEqual([numbered(12), numbered(11), numbered(11), numbered(13)])
  })

  test('fetches again only what is younger than ten seconds, and at most 200 facts', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { stream, asked } = await connected(10)
    stream.receive(numbered(12))
    vi.advanceTimersByTime(10_001)
    stream.receive(numbered(14))
    stream.begin()
    void stream.settle(15)
    expect(asked).toEqual([12])

    const busy = await connected(10)
    for (let number = 11; number <= 310; number += 1) busy.stream.receive(numbered(number))
    busy.stream.begin()
    void busy.stream.settle(310)
    expect(busy.asked).toEqual([110])
  })

  test('holds back events that arrive while catching up, and delivers them once, after the missed ones', async () => {
    const { stream, answer, delivered } = await connected(10)
    const unnumbered = { name: 'company-1-presence', payload: { presence: 'composing' } }

    stream.begin()
    const settled = stream.settle(12)
    stream.receive(numbered(12))
    stream.receive(numbered(13))
    stream.receive(unnumbered)
    expect(delivered).toEqual([])
    answer(0)({ events: [numbered(11), numbered(12)], seq: 12, resync: false })
    await settled

    expect(delivered).toEqual([numbered(11), numbered(12), numbered(13), unnumbered])
  })

  test('delivers every event of one fact', async () => {
    const { stream, delivered } = await connected(10)

    stream.receive(numbered(11))
    stream.receive(numbered(11))

    expect(delivered).toHaveLength(2)
  })

  test('requests a resync when too much was missed, and continues from there', async () => {
    const { stream, answer, asked, resyncs, delivered } = await connected(10)

    stream.begin()
    const settled = stream.settle(5000)
    stream.receive(numbered(5001))
    answer(0)({ events: [], seq: 5000, resync: true })
    await settled
    stream.begin()
    void stream.settle(5002)

    expect(resyncs()).toBe(1)
    expect(delivered).toEqual([numbered(5001)])
    expect(asked).toEqual([10, 5000])
  })

  test('requests a resync when the missed events cannot be fetched', async () => {
    const { stream, answer, resyncs } = await connected(10)

    stream.begin()
    const settled = stream.settle(11)
    answer(0)(new Error('no line'))
    await settled

    expect(resyncs()).toBe(1)
  })

  test('catches up from the same number when the connection is lost again', async () => {
    const { stream, answer, asked, delivered } = await connected(10)

    stream.begin()
    const first = stream.settle(12)
    stream.receive(numbered(12))
    stream.begin()
    const second = stream.settle(12)
    answer(0)({ events: [numbered(11)], seq: 11, resync: false })
    answer(1)({ events: [numbered(11), numbered(12)], seq: 12, resync: false })

    await expect(first).resolves.toBe(false)
    await expect(second).resolves.toBe(true)
    expect(asked).toEqual([10, 10])
    expect(delivered).toEqual([numbered(11), numbered(12)])
  })
})
