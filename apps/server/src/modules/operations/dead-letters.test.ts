import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person

const logged: string[] = []
beforeAll(async () => {
  world = await createWorld({ log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }) })
  operator = await world.operator()
})
afterAll(() => world.close())

/** A job that was given up long ago, with any payload. */
async function givenUp(data: unknown): Promise<string> {
  const [job] = await world.sql(
    `insert into pgboss.job (name, data, retry_limit, state, output, completed_on)
     values ('media.fetch', $1, 0, 'failed', '{"message": "refused"}', now()) returning id`,
    [JSON.stringify(data)],
  )
  return `media.fetch:${job.id}`
}

describe('the list of dead letters', () => {
  test.each([
    ['a number', { companyId: 7 }, 7],
    ['a number as text', { companyId: '7' }, null],
    ['no number', { companyId: 'abc' }, null],
    ['a number of no company', { companyId: 99_999_999_999 }, null],
    ['a fraction', { companyId: 1.5 }, null],
    ['a list', { companyId: [1] }, null],
    ['nothing', { companyId: null }, null],
    ['no such field', {}, null],
    ['text instead of fields', 'abc', null],
    ['nothing at all', null, null],
  ])('names the company of a job whose companyId is %s, or none', async (_what, data, companyId) => {
    const id = await givenUp(data)
    const { status, body } = await operator.get('/operations/dead-letters')
    expect(status).toBe(200)
    expect(body.find((letter: { id: string }) => letter.id === id)).toMatchObject({
      companyId,
      reason: 'refused',
    })
  })

  test('is not for company users', async () => {
    const admin = await (await world.company()).admin()
    expect((await admin.get('/operations/dead-letters')).status).toBe(403)
  })
})

test('a follower that keeps failing is given up, and is named in the list and in the log', async () => {
  const { followers } = world.app.deps
  followers.follow('queue.deleted', 'test.stubborn', () => Promise.reject(new Error('this cannot be done')))
  const company = await world.company()
  const queue = await company.queue()
  await (await company.admin()).delete(`/queue/${queue.id}`)

  // The pauses between attempts grow, so the last attempt is made due at once.
  await eventually(async () => {
    const due = await world.sql(
      `update pgboss.job set retry_count = retry_limit - 1, start_after = now()
       where name = 'follow' and data ->> 'follower' = 'test.stubborn' and state = 'retry' returning id`,
    )
    expect(due).toHaveLength(1)
  })

  const letter = await eventually(async () => {
    const { body } = await operator.get('/operations/dead-letters')
    const found = body.find(({ name }: { name: string }) => name === 'follow test.stubborn')
    expect(found).toMatchObject({
      companyId: company.id,
      companyName: expect.stringContaining('Empresa'),
      attempts: 13,
      reason: 'this cannot be done',
    })
    return found
  })
  const lines = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'jobs.given-up')
  expect(lines).toMatchObject([{ job: 'follow', follower: 'test.stubborn', companyId: company.id, attempt: 13 }])
  expect(await operator.post(`/operations/dead-letters/job/${letter.id}/retry`)).toMatchObject({
    body: { retried: true },
  })
})

describe('running a dead letter again', () => {
  test('runs a job that was given up, which is audited', async () => {
    const id = await givenUp({ companyId: 7, fileId: 1 })
    expect(await operator.post(`/operations/dead-letters/job/${id}/retry`)).toMatchObject({ status: 200 })
    const { body } = await operator.get('/operations/dead-letters')
    expect(body.map((letter: { id: string }) => letter.id)).not.toContain(id)
    expect(
      await world.sql(
        `select actor_user_id::int as by from audit_log where company_id = 1 and action = 'deadLetter.retried' and object_id = $1`,
        [id],
      ),
    ).toEqual([{ by: operator.id }])
  })

  test.each([
    ['job', 'media.fetch:abc'],
    ['job', `media.fetch:${randomUUID()}`],
    ['job', 'no.such.job:1'],
    ['job', ':'],
    ['inbox', 'abc'],
    ['inbox', '999999999:1'],
  ])('answers 404 for an unknown %s: %s', async (kind, id) => {
    const answer = await operator.post(`/operations/dead-letters/${kind}/${id}/retry`)
    expect(answer).toMatchObject({ status: 200, body: { retried: false } })
  })
})
