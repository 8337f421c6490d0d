import { SignJWT, UnsecuredJWT, decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testKeys } from '#test/keys'
import { type Company, type Person, type World, createWorld } from '#test/world'

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

const callWith = (token: string) => world.anonymous.get('/auth/me', { headers: { authorization: `Bearer ${token}` } })

interface Forgery {
  key?: Uint8Array
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  audience?: string
  expires?: string
}

function forge({
  key = testKeys.accessToken,
  claims = {},
  header = {},
  audience = 'guiche/calls',
  expires = '15 m',
}: Forgery = {}) {
  return new SignJWT({ ...decodeJwt(person.token), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'access+jwt', ...header })
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key)
}

const bytes = (text: string) => new TextEncoder().encode(text)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a call is answered', () => {
  test('with a valid token', async () => {
    expect(await callWith(person.token)).toMatchObject({
      status: 200,
      body: { id: person.id, profile: 'user', super: false },
    })
  })

  test('with a token forged with the right key, so the refusals below have the reason they name', async () => {
    expect((await callWith(await forge())).status).toBe(200)
  })
})

describe('a call is refused with 401', () => {
  const forgeries: [string, () => string | Promise<string>][] = [
    ['nothing', () => ''],
    ['garbage', () => 'a.b.c'],
    ['no signature', () => new UnsecuredJWT(decodeJwt(person.token)).encode()],
    [
      'alg none over the right claims',
      () => `${part({ alg: 'none', typ: 'access+jwt' })}.${person.token.split('.')[1]}.`,
    ],
    ['another key', () => forge({ key: bytes('another key that is long enough, 32+') })],
    ['a well-known key', () => forge({ key: bytes('mysecret') })],
    [
      'a key that the token brings along',
      () =>
        forge({
          key: bytes('its own key, its own key, its own'),
          header: { jwk: { kty: 'oct', k: 'aXRzIG93biBrZXk' } },
        }),
    ],
    [
      'a key named by a path',
      () => forge({ key: bytes(''.padEnd(32, '\0')), header: { kid: '../../../../dev/null' } }),
    ],
    ['another algorithm', () => forge({ header: { alg: 'HS512' } })],
    ['another audience', () => forge({ audience: 'guiche/socket' })],
    ['another type', () => forge({ header: { typ: 'socket+jwt' } })],
    ['the public token', () => person.publicToken],
    ['the refresh token', () => person.refreshCookie.value],
    ['an unknown session', () => forge({ claims: { sid: crypto.randomUUID() } })],
    ['the session in another company', () => forge({ claims: { companyId: 1 } })],
    ['no session', () => forge({ claims: { sid: undefined } })],
    ['a company that is not a number', () => forge({ claims: { companyId: "1'; drop table users; --" } })],
    [
      'changed claims under the old signature',
      () => {
        const [header, , signature] = person.token.split('.')
        return `${header}.${part({ ...decodeJwt(person.token), profile: 'admin', super: true })}.${signature}`
      },
    ],
  ]

  test.each(forgeries)('for %s', async (_what, token) => {
    expect(await callWith(await token())).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
  })

  test('without the header, and with another scheme', async () => {
    for (const headers of [{}, { authorization: person.token }, { authorization: `Basic ${person.token}` }]) {
      expect((await world.anonymous.get('/auth/me', { headers })).status).toBe(401)
    }
  })
})

describe('a token that has expired', () => {
  const passed = () => forge({ expires: '-1 s' })

  test('is answered 403 while its session is alive, so that the client refreshes', async () => {
    expect(await callWith(await passed())).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } })
  })

  test('is answered 401 when its session has ended', async () => {
    const token = await passed()
    await person.delete('/auth/logout')

    expect(await callWith(token)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
  })

  test('is answered 401 when it was signed with another key', async () => {
    expect(
      (await callWith(await forge({ expires: '-1 s', key: bytes('another key that is long enough, 32+') }))).status,
    ).toBe(401)
  })
})

describe('the rights of a person', () => {
  test('are read from the session, not from the token', async () => {
    const token = await forge({ claims: { profile: 'admin', super: true } })

    expect((await callWith(token)).body).toEqual({ id: person.id, profile: 'user', super: false })
    expect((await world.anonymous.get('/companies', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      403,
    )
  })

  test('follow a change of role with the next call, in the same session', async () => {
    const admin = await company.admin()
    expect((await person.get('/auth/me')).body.profile).toBe('user')

    await admin.put(`/users/${person.id}`, { profile: 'supervisor' })

    expect((await person.get('/auth/me')).body.profile).toBe('supervisor')
  })

  test('end with the subscription, except those of the session itself', async () => {
    const other = await world.company()
    const boss = await other.admin()
    await (await world.operator()).put(`/companies/${other.id}`, { dueDate: '2020-01-01' })

    expect(await boss.get('/users')).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } })
    expect((await boss.get('/auth/me')).status).toBe(200)
    expect((await boss.get(`/companies/listPlan/${other.id}`)).status).toBe(200)
    expect(await world.logIn(boss.email, boss.password)).toMatchObject({ id: boss.id })
  })

  test.each([
    [0, 402],
    [1, 200],
  ])('a subscription that is due in %i days answers %i: it ends on the due date', async (days, status) => {
    const other = await world.company()
    await world.sql(`update companies set due_date = (now() at time zone timezone)::date + $2::int where id = $1`, [
      other.id,
      days,
    ])

    expect((await (await other.admin()).get('/users')).status).toBe(status)
  })
})

test('the version is public', async () => {
  expect((await world.anonymous.get('/version')).body).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
})
