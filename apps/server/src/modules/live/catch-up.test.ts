import { limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NumberedFact } from '#platform/facts'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let here: Person
let elsewhere: Person
let tickets: { here: number; elsewhere: number }
let head: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const queues = [await company.queue(), await company.queue()] as const
  here = await company.attendant({ queues: [queues[0]] })
  elsewhere = await company.attendant({ queues: [queues[1]] })
  tickets = {
    here: (await company.ticket({ queues: [queues[0]] })).id,
    elsewhere: (await company.ticket({ queues: [queues[1]] })).id,
  }
})
afterAll(() => world.close())

/** `times` facts in each of the two tickets, in turn, while all browsers were offline. */
async function happened(times: number) {
  const [{ last }] = await world.sql(
    'update event_heads set last = last + $2 where company_id = $1 returning last - $2 as last',
    [company.id, times * 2],
  )
  head = Number(last)
  await world.sql(
    `insert into events (company_id, number, kind, ids)
     select $1, $2 + n, 'ticket.read', jsonb_build_object('ticketId', case when n % 2 = 1 then $4::bigint else $5::bigint end)
     from generate_series(1, $3 * 2) n`,
    [company.id, head, times, tickets.here, tickets.elsewhere],
  )
}

const presented: NumberedFact[] = []
let most = 0
beforeAll(() => {
  const { publisher } = world.app.deps
  const usual = publisher.eventsOf
  let now = 0
  Object.assign(publisher, {
    eventsOf: async (companyId: number, facts: NumberedFact[]) => {
      presented.push(...facts)
      most = Math.max(most, (now += 1))
      try {
        return await usual(companyId, facts)
      } finally {
        now -= 1
      }
    },
  })
})
beforeEach(() => {
  presented.length = 0
  most = 0
})

test('the same missed facts are presented about once for many browsers, two pieces at a time', async () => {
  await happened(499)
  const admin = await company.admin()

  const answers = await Promise.all(Array.from({ length: 40 }, () => admin.get(`/events?after=${head}`)))

  for (const { status, body } of answers) {
    expect({ status, count: body.events.length, resync: body.resync }).toEqual({
      status: 200,
      count: 998,
      resync: false,
    })
    expect(body.seq).toBe(head + 998)
  }
  expect(presented.length).toBeGreaterThanOrEqual(998)
  expect(presented.length).toBeLessThan(998 * 3)
  expect(most).toBeLessThanOrEqual(2)
})

test('facts that somebody may not see are not presented for them, and they get all others', async () => {
  await happened(150)

  const { body } = await elsewhere.get(`/events?after=${head}`)

  expect(presented).toHaveLength(150)
  expect(presented.every(({ ids }) => 'ticketId' in ids && ids.ticketId === tickets.elsewhere)).toBe(true)
  expect(body.events).toHaveLength(150)
  expect(body.seq).toBe(head + 300)
})

test("a ticket that has left a user's queue is announced as gone", async () => {
  const [{ last }] = await world.sql('select last from event_heads where company_id = $1', [company.id])
  const [{ queue_id }] = await world.sql('select queue_id from tickets where id = $1', [tickets.here])
  const admin = await company.admin()
  const other = elsewhere.user.queues[0]
  expect(queue_id).not.toBe(other?.id)

  await admin.put(`/tickets/${tickets.here}`, { queueId: other?.id })
  const { body } = await here.get(`/events?after=${last}`)

  expect(body.events).toMatchObject([{ payload: { action: 'delete', ticketId: tickets.here } }])
})

interface CaughtUp {
  events: { name: string; payload: { queue: { id: number; name: string }; seq: number } }[]
  seq: number
  resync: boolean
}
const catchUp = async (person: Person, after: number): Promise<CaughtUp> =>
  (await person.get(`/events?after=${after}`)).body

async function lastNumber(of: Company): Promise<number> {
  const [head] = await world.sql('select last from event_heads where company_id = $1', [of.id])
  return Number(head.last)
}

/** Facts about one queue, as if it had been saved that often. */
async function saveQueueTimes(of: Company, times: number): Promise<void> {
  const queue = await of.queue()
  const from = await lastNumber(of)
  await world.sql(
    `insert into events (company_id, number, kind, ids)
     select e.company_id, $2::bigint + n, e.kind, e.ids
     from events e, generate_series(1, $3::int) n
     where e.company_id = $1 and e.kind = 'queue.saved' and (e.ids ->> 'queueId')::bigint = $4 and e.number = $2`,
    [of.id, from, times, queue.id],
  )
  await world.sql('update event_heads set last = last + $2 where company_id = $1', [of.id, times])
}

describe('a browser that comes back', () => {
  test('gets each fact that was missed, from the first to the last, in their order', async () => {
    const own = await world.company()
    const admin = await own.admin()
    await own.queue()
    const before = await lastNumber(own)
    const queues = [await own.queue(), await own.queue(), await own.queue(), await own.queue()]

    // It gets exactly the facts after its last one.
    for (let missed = 0; missed <= queues.length; missed += 1) {
      const after = before + queues.length - missed
      const answer = await catchUp(admin, after)
      expect(answer).toMatchObject({ seq: before + queues.length, resync: false })
      expect(answer.events.map(({ payload }) => [payload.seq, payload.queue.name])).toEqual(
        queues.map(({ name }, index) => [before + index + 1, name]).slice(queues.length - missed),
      )
    }
  })

  test('that missed too many facts is told to fetch everything again', async () => {
    const own = await world.company()
    const admin = await own.admin()
    await saveQueueTimes(own, limits.catchUpEvents)
    const last = await lastNumber(own)

    expect(await catchUp(admin, last - limits.catchUpEvents)).toMatchObject({ seq: last, resync: false })
    expect(await catchUp(admin, last - limits.catchUpEvents - 1)).toEqual({ events: [], seq: last, resync: true })
  })
})
