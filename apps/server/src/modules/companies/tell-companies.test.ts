import { describe, expect, test } from 'vitest'
import type { NumberedFact } from '#platform/facts'
import type { Emission } from '#platform/live/live'
import { createPublisher } from '#platform/live/publisher'
import { createLogger } from '#platform/process/log'
import { eventually } from '#test/world'
import { tellCompanies } from './tell-companies.ts'

const help = (number: number): NumberedFact<'help.deleted'> => ({
  kind: 'help.deleted',
  ids: { helpId: number },
  number,
})

const toCompany = (companyId: number, id: number): Emission<'help'> => ({
  companyId,
  event: 'help',
  rooms: [`c${companyId}`],
  masked: 'same',
  payload: { action: 'delete', id },
})

/** A process with sockets of so many companies, the platform's not among them. */
function processWith(companies: number) {
  const emitted: Emission[] = []
  const elsewhere: Emission[] = []
  const others = { areThere: false, tell: () => undefined, hear: () => undefined }
  const live = { emitHere: async (emission: Emission) => void emitted.push(emission) }
  const log = createLogger('silent')
  const publisher = createPublisher({
    emit: async (emission) => void elsewhere.push(emission),
    emitHere: live.emitHere,
    others,
    log,
  })
  for (let companyId = 2; companyId < companies + 2; companyId += 1) publisher.published.follow(companyId)
  return { emitted, elsewhere, publisher, deps: { publisher, live, log } }
}

describe('a fact of the installation', () => {
  test('is presented once for ten thousand companies, and each gets its event in its own room', async () => {
    const { emitted, elsewhere, publisher, deps } = processWith(10_000)
    const presented: number[] = []
    tellCompanies<'help.deleted'>(deps, ['help.deleted'], async ({ ids }, companyIds) => {
      presented.push(companyIds.length)
      return companyIds.map((companyId) => toCompany(companyId, ids.helpId))
    })

    publisher.publish(1, [help(7)])
    await eventually(() => expect(emitted).toHaveLength(10_001))

    expect(presented).toEqual([10_001])
    expect(elsewhere).toEqual([])
    expect(emitted.every(({ companyId, rooms }) => rooms.join() === `c${companyId}`)).toBe(true)
    expect(new Set(emitted.map(({ companyId }) => companyId)).size).toBe(10_001)
  })

  test('is told before the next one, also if that is read faster', async () => {
    const { emitted, publisher, deps } = processWith(1)
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => (open = resolve))
    tellCompanies<'help.deleted'>(deps, ['help.deleted'], async ({ ids }) => {
      if (ids.helpId === 1) await opened
      return [toCompany(2, ids.helpId)]
    })

    publisher.publish(1, [help(1), help(2)])
    await publisher.idle()
    open()

    await eventually(() =>
      expect(emitted.map(({ payload }) => payload)).toEqual([
        { action: 'delete', id: 1 },
        { action: 'delete', id: 2 },
      ]),
    )
  })

  test('that cannot be presented does not keep the next one from being told', async () => {
    const { emitted, publisher, deps } = processWith(1)
    tellCompanies<'help.deleted'>(deps, ['help.deleted'], async ({ ids }) => {
      if (ids.helpId === 1) throw new Error('the database is away')
      return [toCompany(2, ids.helpId)]
    })

    publisher.publish(1, [help(1), help(2)])

    await eventually(() => expect(emitted).toHaveLength(1))
  })

  test('that another process has committed and never published shows as a gap, without a socket of the platform', () => {
    const { publisher, deps } = processWith(0)
    tellCompanies<'help.deleted'>(deps, ['help.deleted'], async () => [])

    expect(publisher.published.followed()).toEqual([1])
    expect(publisher.published.missing(1, 4)).toEqual([])
    expect(publisher.published.missing(1, 5)).toEqual([])
    expect(publisher.published.missing(1, 5)).toEqual([5])
  })
})
