import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let person: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await company.attendant()
})

const refresh = (cookie: string, headers: Record<string, string> = {}, body?: unknown) =>
  world.anonymous.post('/auth/refresh_token', body, { cookies: { jrt: cookie }, headers })
const newCookie = (answer: Answer) =>
  answer.cookies.find(({ name, value }) => name === 'jrt' && value !== '')?.value ?? ''
const rotatedAgo = (seconds: number) =>
  world.sql('update sessions set rotated_at = now() - make_interval(secs => $2) where user_id = $1', [
    person.id,
    seconds,
  ])

describe('a refresh', () => {
  test('returns new tokens and the user, and rotates the cookie', async () => {
    const answer = await refresh(person.refreshCookie.value)

    expect(answer).toMatchObject({
      status: 200,
      body: {
        token: expect.any(String),
        publicToken: expect.any(String),
        user: { id: person.id, company: { id: company.id } },
      },
    })
    expect(newCookie(answer)).not.toBe(person.refreshCookie.value)
    expect(
      (await world.anonymous.get('/auth/me', { headers: { authorization: `Bearer ${answer.body.token}` } })).status,
    ).toBe(200)
    expect((await refresh(newCookie(answer))).status).toBe(200)
  })

  test('by ten tabs at once answers all of them and rotates the cookie once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(person.refreshCookie.value)))

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(answers.filter((answer) => newCookie(answer) !== '')).toHaveLength(1)
  })

  test('accepts the previous cookie for ten seconds without rotating it', async () => {
    const first = await refresh(person.refreshCookie.value)
    await rotatedAgo(5)

    const again = await refresh(person.refreshCookie.value)

    expect(again).toMatchObject({ status: 200, cookies: [] })
    expect((await refresh(newCookie(first))).status).toBe(200)
  })

  test('works for a company whose subscription has expired', async () => {
    await world.sql("update companies set due_date = '2020-01-01' where id = $1", [company.id])
    const answer = await refresh(person.refreshCookie.value)
    await world.sql('update companies set due_date = null where id = $1', [company.id])

    expect(answer.status).toBe(200)
  })
})

describe('a cookie that was rotated', () => {
  test('ends the session after eleven seconds, which is audited', async () => {
    const rightful = await refresh(person.refreshCookie.value)
    await rotatedAgo(11)

    const replay = await refresh(person.refreshCookie.value)

    expect(replay).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
    expect(replay.headers['set-cookie']).toMatch(/^jrt=; Max-Age=0;.*HttpOnly/)
    expect((await refresh(newCookie(rightful))).status).toBe(401)
    expect((await person.get('/auth/me')).status).toBe(401)
    expect(
      (await world.anonymous.get('/auth/me', { headers: { authorization: `Bearer ${rightful.body.token}` } })).status,
    ).toBe(401)
    const rows = await world.sql(
      "select action from audit_log where company_id = $1 and action = 'refresh_reuse' and object_id = $2",
      [company.id, String(person.id)],
    )
    expect(rows).toHaveLength(1)
  })

  test('twice ends the session at once', async () => {
    const second = await refresh(person.refreshCookie.value)
    const third = await refresh(newCookie(second))

    expect((await refresh(person.refreshCookie.value)).status).toBe(401)
    expect((await refresh(newCookie(third))).status).toBe(401)
  })

  test('is refused after logging out', async () => {
    await person.delete('/auth/logout')

    expect((await refresh(person.refreshCookie.value)).status).toBe(401)
  })

  test('is refused after a week', async () => {
    await world.sql('update sessions set expires_at = now() where user_id = $1', [person.id])

    expect((await refresh(person.refreshCookie.value)).status).toBe(401)
    expect((await person.get('/auth/me')).status).toBe(401)
  })
})

describe('a refresh is refused', () => {
  test('for a page of another origin', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      'http://guiche.test.evil.example',
      'https://guiche.test',
      'http://guiche.test:81',
    ]) {
      expect(await refresh(person.refreshCookie.value, { origin })).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
        cookies: [],
      })
    }
  })

  test('for a call without origin', async () => {
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      expect((await refresh(person.refreshCookie.value, { 'sec-fetch-site': site })).status).toBe(403)
    }
  })

  test('but not for our own page', async () => {
    expect(
      (await refresh(person.refreshCookie.value, { origin: 'http://guiche.test', 'sec-fetch-site': '' })).status,
    ).toBe(200)
  })

  test('for a token in the body instead of the cookie', async () => {
    const { value } = person.refreshCookie
    const answer = await world.anonymous.post('/auth/refresh_token', { refreshToken: value, jrt: value, token: value })

    expect(answer).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
  })

  test.each([
    ['nothing', () => ''],
    ['an access token', () => person.token],
    ['garbage', () => '1.2.3'],
    ['another secret', () => person.refreshCookie.value.slice(0, -4) + 'AAAA'],
    ['another company', () => person.refreshCookie.value.replace(/^\d+/, '1')],
    ['a company number that is too large', () => person.refreshCookie.value.replace(/^\d+/, '999999999')],
    ['an unknown session', () => person.refreshCookie.value.replace(/\.[^.]+\./, `.${crypto.randomUUID()}.`)],
  ])('with %s', async (_what, cookie) => {
    expect(await refresh(cookie())).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
  })
})
