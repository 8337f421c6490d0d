import { afterAll, beforeAll, expect, test } from 'vitest'
import { guess } from '#test/getting-in/guess'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('guessing passwords is blocked for an address after a hundred failures on any accounts', async () => {
  const person = await (await world.company()).attendant()
  const from = '10.2.2.2'
  for (let n = 0; n < 100; n += 1)
    expect(
      (await guess(world, { email: `nobody-${n}@empresa.test`, password: 'Senha-123' }, { from })).statusCode,
    ).toBe(401)

  expect((await guess(world, { email: 'nobody-100@empresa.test', password: 'Senha-123' }, { from })).statusCode).toBe(
    429,
  )
  expect((await guess(world, person, { from })).statusCode).toBe(429)
})

test('guessing passwords is answered 503 and not counted when too many passwords are checked at once', async () => {
  const company = await world.company()
  const person = await company.attendant()
  const guesses = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      guess(world, { email: person.email, password: `wrong-${n}` }, { from: `10.5.${Math.floor(n / 9) + 1}.1` }),
    ),
  )

  const busy = guesses.filter(({ statusCode }) => statusCode === 503)
  const failed = guesses.filter(({ statusCode }) => statusCode === 401)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy.length + failed.length).toBe(200)
  for (const answer of busy) {
    expect(answer.json()).toMatchObject({ error: 'ERR_BUSY' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  const [{ count }] = await world.sql(
    `select count(*)::int as count from audit_log where company_id = $1 and action = 'login.failed' and object_id = $2`,
    [company.id, String(person.id)],
  )
  expect(count).toBe(failed.length)
  expect((await guess(world, person, { from: '10.5.99.1' })).statusCode).toBe(200)
})
