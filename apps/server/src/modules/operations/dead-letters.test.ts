import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, type World, createWorld } from '#test/world'

let world: World
let operator: Person

beforeAll(async () => {
  world = await createWorld()
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
    expect(body.find((letter: { id: string }) => letter.id === id)).toMatchObject({ companyId, reason: 'refused' })
  })

  test('is not for company users', async () => {
    const admin = await (await world.company()).admin()
    expect((await admin.get('/operations/dead-letters')).status).toBe(403)
  })
})

describe('running a dead letter again', () => {
  test('runs a job that was given up', async () => {
    const id = await givenUp({ companyId: 7, fileId: 1 })
    expect(await operator.post(`/operations/dead-letters/job/${id}/retry`)).toMatchObject({ status: 200 })
    const { body } = await operator.get('/operations/dead-letters')
    expect(body.map((letter: { id: string }) => letter.id)).not.toContain(id)
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
