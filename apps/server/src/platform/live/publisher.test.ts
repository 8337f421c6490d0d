import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NumberedFact } from '../facts.ts'
import type { Emission } from './live.ts'
import { createLogger } from '../process/log.ts'
import { createPublisher } from './publisher.ts'

const companyId = 1
const created = (number: number): NumberedFact => ({
  kind: 'message.created',
  ids: { messageId: number, ticketId: 7 },
  number,
})
const moved = (number: number): NumberedFact => ({ kind: 'ticket.changed', ids: { ticketId: 7 }, number })
const told = (seq: number): Emission => ({
  companyId,
  rooms: ['c1:ticket:7'],
  masked: 'same',
  event: 'ticket',
  payload: { action: 'updateUnread', ticketId: 7, seq },
})

function world() {
  const emitted: unknown[] = []
  const note = async ({ payload }: Emission) => void emitted.push('seq' in payload ? payload.seq : undefined)
  const others = { areThere: false, tell: () => undefined, hear: () => undefined }
  return { emitted, publisher: createPublisher({ emit: note, emitHere: note, others, log: createLogger('silent') }) }
}

function door() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('facts', () => {
  test('are read together by kind, and published in their order', async () => {
    const { publisher, emitted } = world()
    const readings: number[][] = []
    const present = async (_company: number, facts: NumberedFact[]) => {
      readings.push(facts.map(({ number }) => number))
      return facts.map(({ number }) => told(number))
    }
    publisher.present(['message.created'], present)
    publisher.present(['ticket.changed'], present)

    publisher.publish(companyId, [created(1), moved(2), created(3), moved(4)])
    await publisher.idle()

    expect(readings).toEqual([
      [1, 3],
      [2, 4],
    ])
    expect(emitted).toEqual([1, 2, 3, 4])
  })

  test('are published before what comes before a later one is done', async () => {
    const { publisher, emitted } = world()
    const dismissal = door()
    publisher.present(['message.created'], async (_company, facts) => facts.map(({ number }) => told(number)))
    publisher.present(['ticket.changed'], async (_company, facts) =>
      facts.map(({ number }) => ({ ...told(number), before: () => dismissal.opened })),
    )

    publisher.publish(companyId, [created(1), moved(2), created(3)])
    await vi.waitFor(() => expect(emitted).toEqual([1]))

    dismissal.open()
    await publisher.idle()
    expect(emitted).toEqual([1, 2, 3])
  })

  test('are published and heard by others although a listener fails', async () => {
    const { publisher, emitted } = world()
    const heard: number[] = []
    publisher.present(['message.created'], async (_company, facts) => facts.map(({ number }) => told(number)))
    publisher.listen('message.created', () => {
      throw new Error('a defect')
    })
    publisher.listen('message.created', (_company, { number }) => void heard.push(number))

    publisher.publish(companyId, [created(1)])
    await publisher.idle()
    publisher.publish(companyId, [created(2)])
    await publisher.idle()

    expect({ emitted, heard }).toEqual({ emitted: [1, 2], heard: [1, 2] })
  })

  test('that are published late wait for those being read', async () => {
    const { publisher, emitted } = world()
    const reading = door()
    publisher.present(['message.created'], async (_company, facts) => {
      if (facts.some(({ number }) => number === 1)) await reading.opened
      return facts.map(({ number }) => told(number))
    })

    const late = publisher.publishLate(companyId, [created(1)])
    publisher.publish(companyId, [created(2)])
    reading.open()
    await Promise.all([late, publisher.idle()])

    expect(emitted).toEqual([1, 2])
  })

  test('are read again when the first reading is too old to be published', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { publisher, emitted } = world()
    let readings = 0
    publisher.present(['ticket.changed'], async (_company, facts) => {
      readings += 1
      if (readings === 1) vi.advanceTimersByTime(2000)
      return facts.map(() => told(readings))
    })

    publisher.publish(companyId, [moved(1)])
    await publisher.idle()

    expect(emitted).toEqual([2])
  })

  test('are read again when telling the earlier ones takes so long that the reading is too old', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { publisher, emitted } = world()
    const readings: number[][] = []
    publisher.present(['ticket.changed'], async (_company, facts) => {
      readings.push(facts.map(({ number }) => number))
      return facts.map(({ number }) => ({
        ...told(number),
        before: async () => void vi.advanceTimersByTime(number === 1 ? 2000 : 0),
      }))
    })

    publisher.publish(companyId, [moved(1), moved(2), moved(3)])
    await publisher.idle()

    expect(readings).toEqual([
      [1, 2, 3],
      [2, 3],
    ])
    expect(emitted).toEqual([1, 2, 3])
  })

  test('that cannot be published late stay missing, and are published when they can be', async () => {
    const { publisher, emitted } = world()
    let isBroken = true
    publisher.present(['message.created'], async (_company, facts) => facts.map(({ number }) => told(number)))
    publisher.present(['ticket.changed'], async (_company, facts) => {
      if (isBroken) throw new Error('the database is gone')
      return facts.map(({ number }) => told(number))
    })
    publisher.published.follow(companyId)
    publisher.published.begin(companyId, 0)
    publisher.published.missing(companyId, 3)
    const missed = [created(1), moved(2), created(3)]
    const heard: number[] = []
    for (const kind of ['message.created', 'ticket.changed'] as const)
      publisher.listen(kind, (_company, { number }) => void heard.push(number))

    await publisher.publishLate(companyId, missed)
    expect(publisher.published.missing(companyId, 3)).toEqual([2, 3])
    await publisher.publishLate(companyId, missed.slice(1))
    expect(publisher.published.missing(companyId, 3)).toEqual([2, 3])
    isBroken = false
    await publisher.publishLate(companyId, missed.slice(1))

    expect(publisher.published.missing(companyId, 3)).toEqual([])
    expect(emitted).toEqual([1, 2, 3])
    expect(heard).toEqual([1, 2, 3])
  })

  test('that were published before an error are not published twice, and later ones are published', async () => {
    const { publisher, emitted } = world()
    const unfollow = publisher.published.follow(companyId)
    publisher.published.begin(companyId, 0)
    publisher.present(['message.created'], async (_company, facts) => facts.map(({ number }) => told(number)))
    publisher.present(['ticket.changed'], async () => {
      throw new Error('the database is away')
    })

    publisher.publish(companyId, [created(1), moved(2), created(3)])
    await publisher.idle()

    expect(emitted).toEqual([1])
    expect(publisher.published.missing(companyId, 3)).toEqual([2, 3])
    unfollow()
  })
})
