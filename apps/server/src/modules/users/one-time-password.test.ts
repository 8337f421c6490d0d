import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let admin: Person
let person: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await company.attendant()
})

const give = (by: Person, id: number, query = '') => by.post(`/users/${id}/one-time-password${query}`)
const logIn = (email: string, password: string) => world.anonymous.post('/auth/login', { email, password })
const change = (email: string, password: string, newPassword: unknown) =>
  world.anonymous.put('/auth/password', { email, password, newPassword })

const mustChange = { status: 401, body: { error: 'ERR_PASSWORD_CHANGE_REQUIRED' }, cookies: [] }
const unknown = { status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } }

async function given(): Promise<string> {
  const answer = await give(admin, person.id)
  expect(answer).toMatchObject({ status: 200, body: { password: expect.stringMatching(/^[A-Za-z2-9]{20}$/) } })
  return answer.body.password
}

describe('a one-time password that an admin gives', () => {
  test('opens nothing but the choice of an own password, which then opens everything', async () => {
    const password = await given()

    expect(await logIn(person.email, password)).toMatchObject(mustChange)
    expect(await logIn(person.email, person.password)).toMatchObject(unknown)
    expect(await change(person.email, password, 'Minha-Propria-9')).toMatchObject({ status: 200 })

    expect(await logIn(person.email, password)).toMatchObject(unknown)
    expect((await logIn(person.email, 'Minha-Propria-9')).status).toBe(200)
  })

  test('ends the sessions and sockets that the user has', async () => {
    const again = await world.logIn(person.email, person.password)
    const listener = await again.listen()

    await given()

    expect(await again.get('/auth/me')).toMatchObject({ status: 401 })
    await eventually(() => expect(listener.socket.connected).toBe(false))
  })

  test('is audited without itself, and is stored nowhere in clear', async () => {
    const password = await given()
    await change(person.email, password, 'Minha-Propria-9')

    const audited = await company.sql(
      `select action, actor_user_id::int as by from audit_log where company_id = $1 and object_id = $2 and action like 'user.%assword%' order by id`,
      [company.id, String(person.id)],
    )
    expect(audited).toEqual([
      { action: 'user.oneTimePassword', by: admin.id },
      { action: 'user.passwordChosen', by: person.id },
    ])
    const [kept] = await world.sql(
      `select (select string_agg(a::text, '') from audit_log a) || (select string_agg(u::text, '') from users u)
         || coalesce((select string_agg(e::text, '') from events e), '') as text`,
    )
    expect(kept.text).not.toContain(password)
  })

  test('is over after a day', async () => {
    const password = await given()
    const [{ hours }] = await company.sql(
      `select round(extract(epoch from password_expires_at - now()) / 3600)::int as hours from users where id = $1`,
      [person.id],
    )
    expect(hours).toBe(24)
    await company.sql(`update users set password_expires_at = now() where id = $1`, [person.id])

    expect(await logIn(person.email, password)).toMatchObject(unknown)
    expect(await change(person.email, password, 'Minha-Propria-9')).toMatchObject(unknown)
  })

  test('cannot be kept, and the own one must follow the rules', async () => {
    const password = await given()
    for (const weak of [password, 'password'])
      expect(await change(person.email, password, weak)).toMatchObject({
        status: 400,
        body: { error: 'ERR_WEAK_PASSWORD' },
      })
    expect(await change(person.email, password, 'curta')).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })

    expect(await change(person.email, password, 'Minha-Propria-9')).toMatchObject({ status: 200 })
  })

  test('is used up by one of ten changes at the same moment', async () => {
    const password = await given()

    const wanted = Array.from({ length: 10 }, (_, nth) => `Minha-Propria-${nth}`)
    const answers = await Promise.all(wanted.map((own) => change(person.email, password, own)))

    const winner = wanted.filter((_, nth) => answers[nth]?.status === 200)
    expect(winner).toHaveLength(1)
    expect((await logIn(person.email, winner[0] ?? '')).status).toBe(200)
  })

  test('is replaced by the next one, and by a password that the admin sets', async () => {
    const [first, second] = [await given(), await given()]
    expect(await logIn(person.email, first)).toMatchObject(unknown)
    expect(await logIn(person.email, second)).toMatchObject(mustChange)

    await admin.put(`/users/${person.id}`, { password: 'Do-Administrador-9' })
    expect((await logIn(person.email, 'Do-Administrador-9')).status).toBe(200)
  })
})

describe('nobody else', () => {
  test('changes a password that is no one-time password this way', async () => {
    expect(await change(person.email, person.password, 'Minha-Propria-9')).toMatchObject(unknown)
    expect(await change('ninguem@empresa.test', 'Alguma-Senha-1', 'Minha-Propria-9')).toMatchObject(unknown)
    expect((await logIn(person.email, person.password)).status).toBe(200)
  })

  test('gives one: not users, not supervisors, not admins of another company, nobody to themself', async () => {
    const others = [await company.attendant(), await company.supervisor()]
    for (const other of others)
      expect(await give(other, person.id)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const foreign = await (await world.company()).admin()
    expect(await give(foreign, person.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect(await give(foreign, person.id, `?companyId=${company.id}`)).toMatchObject({ status: 403 })
    expect(await give(admin, admin.id)).toMatchObject({ status: 400, body: { error: 'ERR_OWN_USER' } })

    expect((await logIn(person.email, person.password)).status).toBe(200)
    expect((await admin.get('/auth/me')).status).toBe(200)
  })

  test('gives one to a super user, except another super user', async () => {
    const operator = await world.operator()
    const fields = {
      name: 'Outra',
      email: 'outra@plataforma.test',
      password: 'Senha-Outra-1',
      profile: 'admin',
      queueIds: [],
    }
    await operator.post('/users', fields)
    const colleague = await world.logIn(fields.email, fields.password)

    expect(await give(colleague, operator.id)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect((await operator.get('/auth/me')).status).toBe(200)
  })

  test('guesses one: failures count as failed logins', async () => {
    await given()
    const answers = []
    for (let nth = 0; nth < 12; nth += 1)
      answers.push((await change(person.email, `Chute-${nth}`, 'Minha-Propria-9')).status)

    expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429])
  })
})

test('the operator gives one to an admin of any company, and the company can read that', async () => {
  const operator = await world.operator()
  const other = await world.company()
  const boss = await other.admin()

  const answer = await give(operator, boss.id, `?companyId=${other.id}`)

  expect(answer.status).toBe(200)
  expect(await logIn(boss.email, answer.body.password)).toMatchObject(mustChange)
  expect(await change(boss.email, answer.body.password, 'soletrasminusculas')).toMatchObject({
    status: 400,
    body: { error: 'ERR_WEAK_PASSWORD' },
  })
  expect(await change(boss.email, answer.body.password, 'Minha-Propria-9')).toMatchObject({ status: 200 })
  const audited = await other.sql(`select action from audit_log where company_id = $1 order by id`, [other.id])
  expect(audited.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['operator.reached', 'user.oneTimePassword', 'user.passwordChosen']),
  )
})
