import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '#platform/process/config'
import { type World, createWorld } from '#test/world'
import { install, showFirstPassword } from './install.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const begin = (given: { adminEmail?: string; adminPassword?: string } = {}) =>
  install({ units: world.app.deps.units, adminEmail: undefined, adminPassword: undefined, ...given })

/** A complete start, which shows its block. */
const beginAndTell = async (given: Parameters<typeof begin>[0] = {}) => {
  const made = await begin(given)
  const told: unknown[] = []
  await showFirstPassword(world.app.deps.units, made, (installed) => told.push(installed))
  expect(told).toEqual([made])
  return made
}

const dayPasses = () => world.sql("update users set password_expires_at = password_expires_at - interval '1 day'")
const tryIn = (password = '') => world.anonymous.post('/auth/login', { email: 'admin@guiche.local', password })

describe('the first start', () => {
  test("creates the platform's company, which never expires, and its super user with a random password", async () => {
    const made = await begin()

    expect(made).toMatchObject({ email: 'admin@guiche.local', password: expect.stringMatching(/^[A-Za-z2-9]{20}$/) })
    const operator = await world.logIn('admin@guiche.local', made?.password ?? '')
    expect(operator.user).toMatchObject({
      companyId: 1,
      super: true,
      profile: 'admin',
      company: { name: 'Guichê', dueDate: '2999-12-31' },
    })
    expect((await operator.get('/companies')).status).toBe(200)
  })

  test('uses the given login and does not show the password', async () => {
    const made = await begin({ adminEmail: 'Dona@Guiche.Test', adminPassword: 'Minha-Senha-9' })

    expect(made).toMatchObject({ email: 'Dona@Guiche.Test', password: undefined })
    expect(await world.logIn('dona@guiche.test', 'Minha-Senha-9')).toMatchObject({ user: { super: true } })
  })

  test('refuses a common password with a sentence that names the variable', async () => {
    await expect(begin({ adminPassword: 'Password1' })).rejects.toThrow(ConfigError)
    await expect(begin({ adminPassword: 'Password1' })).rejects.toThrow(/^GUICHE_ADMIN_PASSWORD /)
  })

  test('happens once when several processes start at the same moment', async () => {
    const told: string[] = []
    const start = async () =>
      showFirstPassword(world.app.deps.units, await begin(), (installed) => {
        if (installed?.password) told.push(installed.password)
      })
    await Promise.all([start(), start(), start()])

    expect(told).toHaveLength(1)
    expect((await tryIn(told[0])).status).toBe(200)
    expect(await begin({ adminPassword: 'Outra-Senha-8' })).toBeUndefined()
    expect(await world.sql('select id from companies')).toEqual([{ id: 1 }])
    expect(await world.sql('select count(*)::int as count from users')).toEqual([{ count: 1 }])
  })

  test('that ended before it showed the password is followed by one that generates another', async () => {
    const lost = await begin()
    const found = await beginAndTell()

    expect(found).toMatchObject({ email: 'admin@guiche.local', password: expect.stringMatching(/^[A-Za-z2-9]{20}$/) })
    expect((await tryIn(lost?.password)).status).toBe(401)
    expect((await tryIn(found?.password)).status).toBe(200)
    expect(await begin()).toBeUndefined()
  })

  test('that ended early with a given password does not prevent another password at the next start', async () => {
    await begin({ adminPassword: 'Minha-Senha-9' })

    expect(await beginAndTell({ adminPassword: 'Outra-Senha-8' })).toMatchObject({ password: undefined })
    expect((await tryIn('Outra-Senha-8')).status).toBe(200)
    await dayPasses()
    expect((await tryIn('Outra-Senha-8')).status).toBe(200)
    expect(await begin({ adminPassword: 'Minha-Senha-9' })).toBeUndefined()
  })

  test('that ended after the password was changed is followed by one that keeps the password', async () => {
    const made = await begin()
    const operator = await world.logIn('admin@guiche.local', made?.password ?? '')
    const change = { password: 'Outra-Senha-8', currentPassword: made?.password }
    expect((await operator.put(`/users/${operator.id}`, change)).status).toBe(200)

    expect(await begin()).toBeUndefined()
    expect((await tryIn('Outra-Senha-8')).status).toBe(200)
  })

  test('generates a password that expires after a day unless it is changed; then the next start generates another', async () => {
    const first = await beginAndTell()
    await dayPasses()

    expect(await tryIn(first?.password)).toMatchObject({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    const second = await beginAndTell()
    expect(second).toMatchObject({ email: 'admin@guiche.local', password: expect.stringMatching(/^[A-Za-z2-9]{20}$/) })
    expect((await tryIn(first?.password)).status).toBe(401)
    expect((await tryIn(second?.password)).status).toBe(200)
    expect(await begin()).toBeUndefined()
  })

  test('does not change a password that was given or changed', async () => {
    const made = await beginAndTell()
    const operator = await world.logIn('admin@guiche.local', made?.password ?? '')
    const change = { password: 'Outra-Senha-8', currentPassword: made?.password }
    expect((await operator.put(`/users/${operator.id}`, change)).status).toBe(200)
    await dayPasses()

    expect(await begin()).toBeUndefined()
    expect((await tryIn('Outra-Senha-8')).status).toBe(200)
  })

  test('after a failed one still creates company 1, and the next company gets another number', async () => {
    await world.sql(
      "select nextval(pg_get_serial_sequence('companies', 'id')), nextval(pg_get_serial_sequence('companies', 'id'))",
    )
    await begin()

    expect((await world.sql('select id from companies'))[0]).toEqual({ id: 1 })
    const company = await world.sql(
      `insert into companies (name, plan_id) select 'Outra', min(id) from plans returning id`,
    )
    expect(company[0].id).toBeGreaterThan(1)
  })
})
