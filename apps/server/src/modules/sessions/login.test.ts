import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guess } from '#test/getting-in/guess'
import { beginChange } from '#test/lock-table'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let person: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  person = await company.attendant()
})
afterAll(() => world.close())

const logIn = (body: unknown, headers: Record<string, string> = {}) =>
  world.anonymous.post('/auth/login', body, { headers })

describe('a login', () => {
  test('returns the user with their company, its plan and its settings, as clients expect', async () => {
    const { status, body } = await logIn({ email: person.email, password: person.password })

    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      id: person.id,
      companyId: company.id,
      profile: 'user',
      super: false,
      online: true,
    })
    expect(body.user.company).toMatchObject({ id: company.id, plan: { useCampaigns: true } })
    const [settings] = body.user.company.companieSettings
    expect(settings).toContainEqual({ key: 'sendSignMessage', value: 'enabled' })
    expect(settings).toContainEqual({ key: 'campaignsEnabled', value: 'true' })
  })

  test('sets the refresh token only as a cookie that scripts cannot read', async () => {
    const answer = await logIn({ email: person.email, password: person.password })

    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'jrt', httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(JSON.stringify(answer.body)).not.toContain(cookie?.value.split('.')[2])
    expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|argon2/i)
    const stored = await world.sql("select encode(token_hash, 'escape') as hash from sessions")
    expect(JSON.stringify(stored)).not.toContain(cookie?.value.split('.')[2])
  })

  test('ignores case and blanks around the e-mail address', async () => {
    const { status } = await logIn({ email: ` ${person.email.toUpperCase()} `, password: person.password })

    expect(status).toBe(200)
  })

  test('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await logIn({ email: person.email, password: 'Not-The-One-1' })
    const unknown = await logIn({ email: 'nobody@empresa.test', password: 'Not-The-One-1' })

    expect(wrong).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    expect({ ...unknown, headers: undefined }).toEqual({ ...wrong, headers: undefined })
  })

  test.each([
    ['an empty body', undefined],
    ['no password', { email: 'a@b.c' }],
    ['null', { email: 'a@b.c', password: null }],
    ['an empty password', { email: 'a@b.c', password: '' }],
    ['an array', { email: ['a@b.c'], password: ['x'] }],
    ['an object', { email: { $ne: '' }, password: { $ne: '' } }],
    ['a number', { email: 'a@b.c', password: 12345678 }],
    ['a very long password', { email: 'a@b.c', password: 'x'.repeat(100_000) }],
  ])('with %s is answered 400', async (_what, body) => {
    expect(await logIn(body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('from a page of another origin is refused and sets no cookie', async () => {
    const answer = await logIn({ email: person.email, password: person.password }, { origin: 'https://evil.example' })

    expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' }, cookies: [] })
  })

  test('fails for a user of a company that is switched off', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await world.sql('update companies set active = false where id = $1', [other.id])

    expect(await logIn({ email: boss.email, password: boss.password })).toMatchObject({
      status: 401,
      body: { error: 'ERR_INVALID_CREDENTIALS' },
    })
  })
})

test('a login whose password was changed meanwhile opens no session', async () => {
  const [victim, other] = [await company.attendant(), await company.attendant()]
  const changing = await beginChange(world.databases.admin, [
    {
      text: 'update users u set password_hash = o.password_hash from users o where u.id = $1 and o.id = $2',
      values: [victim.id, other.id],
    },
    { text: 'update sessions set revoked_at = now() where user_id = $1', values: [victim.id] },
  ])

  const login = logIn({ email: victim.email, password: victim.password })
  await eventually(async () =>
    expect(
      await world.sql(
        "select from pg_stat_activity where datname = current_database() and usename = 'guiche_app' and wait_event_type = 'Lock'",
      ),
    ).toHaveLength(1),
  )
  await changing.commit()

  expect(await login).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' }, cookies: [] })
  expect(await world.sql('select from sessions where user_id = $1 and revoked_at is null', [victim.id])).toEqual([])
  expect(await logIn({ email: victim.email, password: other.password })).toMatchObject({ status: 200 })
})

describe('working hours', () => {
  /** Minutes from now, by the clock of the database in the company's time zone. */
  const setHours = (who: Person, from: number, to: number) =>
    world.sql(
      `update users u set work_starts = (local + make_interval(mins => $2))::time, work_ends = (local + make_interval(mins => $3))::time
       from companies c, lateral (select date_trunc('minute', now() at time zone c.timezone) as local) l
       where u.id = $1 and c.id = u.company_id`,
      [who.id, from, to],
    )

  test.each([
    ['later today', 120, 240],
    ['earlier', -240, -120],
    ['all day but now', 60, -60],
  ])('refuse a login of somebody who works %s', async (_when, from, to) => {
    const person = await company.attendant()
    await setHours(person, from, to)

    expect(await logIn({ email: person.email, password: person.password })).toMatchObject({
      status: 401,
      body: { error: 'ERR_OUT_OF_HOURS' },
    })
  })

  test.each([
    ['now', -60, 60],
    ['until this minute', -60, 0],
    ['over midnight and now', -60, -120],
  ])('accept a login of somebody who works %s', async (_when, from, to) => {
    const person = await company.attendant()

    // A minute may end between the two statements.
    await eventually(async () => {
      await setHours(person, from, to)
      expect(await logIn({ email: person.email, password: person.password })).toMatchObject({ status: 200 })
    })
  })

  test('do not hide that a password is wrong', async () => {
    const person = await company.attendant()
    await setHours(person, 120, 240)

    expect(await logIn({ email: person.email, password: 'wrong-one' })).toMatchObject({
      body: { error: 'ERR_INVALID_CREDENTIALS' },
    })
  })

  test("are in the company's time zone", async () => {
    const other = await world.company()
    const person = await other.attendant()
    await setHours(person, -60, 60)
    await world.sql("update companies set timezone = 'Asia/Tokyo' where id = $1", [other.id])

    expect(await logIn({ email: person.email, password: person.password })).toMatchObject({
      body: { error: 'ERR_OUT_OF_HOURS' },
    })
  })
})

describe('guessing passwords', () => {
  test('is blocked for an account after ten failures from one address, whatever the headers say', async () => {
    const person = await company.attendant()

    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        guess(
          world,
          { email: person.email, password: `wrong-${n}` },
          { headers: { 'x-forwarded-for': `10.9.9.${n}` } },
        ),
      ),
    )

    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
    const right = await guess(world, person)
    expect(right.statusCode).toBe(429)
    expect(right.json()).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' })
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(600)
    expect((await guess(world, person, { from: '10.1.1.2' })).statusCode).toBe(200)
  })

  test('is no longer counted after the right password', async () => {
    const person = await company.attendant()
    const from = '10.3.3.3'
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) await guess(world, { email: person.email, password: 'wrong-one' }, { from })
      expect((await guess(world, person, { from })).statusCode).toBe(200)
    }
  })

  test('is recorded in the audit log of the company', async () => {
    const person = await company.attendant()
    await guess(world, { email: person.email, password: 'wrong-one' }, { from: '10.4.4.4' })

    const rows = await world.sql(
      `select host(address) as address from audit_log where company_id = $1 and action = 'login.failed' and object_id = $2`,
      [company.id, String(person.id)],
    )
    expect(rows).toEqual([{ address: '10.4.4.4' }])
  })
})
