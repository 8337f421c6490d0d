import { CompanySettings } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let other: Company
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
  ana = await company.attendant()
})
afterAll(() => world.close())

describe('the settings of a company', () => {
  test('have the defaults of the contract', async () => {
    const fresh = await (await world.company()).admin()
    const companyId = fresh.user.companyId

    const answer = await fresh.get(`/companySettings/${companyId}`)

    expect(answer).toMatchObject({ status: 200, body: { ...CompanySettings.parse({}), id: companyId, companyId } })
  })

  test('are changed one by one, and all browsers of the company are told', async () => {
    const [near, far] = [await ana.listen(), await (await other.admin()).listen()]

    const answer = await admin.put('/companySettings', { column: 'userRating', data: 'enabled' })

    expect(answer).toMatchObject({ status: 200, body: { response: true, result: { userRating: 'enabled' } } })
    expect((await ana.get('/companySettingOne?column=userRating')).body).toEqual({ userRating: 'enabled' })
    await eventually(() =>
      expect(near.of('settings').at(-1)?.payload).toMatchObject({
        action: 'update',
        setting: { key: 'userRating', value: 'enabled' },
        settings: { userRating: 'enabled' },
        seq: expect.any(Number),
      }),
    )
    expect(far.of('settings')).toEqual([])
    const unchanged = await (await other.admin()).get(`/companySettings/${other.id}`)
    expect(unchanged.body.userRating).toBe('disabled')
  })

  test('are also answered under their older path', async () => {
    const answer = await admin.put('/companies-settings', { column: 'lgpdMessage', data: 'Guardamos os seus dados.' })

    expect(answer.status).toBe(200)
    expect((await admin.get(`/companySettings/${company.id}`)).body.lgpdMessage).toBe('Guardamos os seus dados.')
  })

  test('are both kept when two are changed at the same moment', async () => {
    await Promise.all([
      admin.put('/companySettings', { column: 'userRandom', data: 'enabled' }),
      admin.put('/companySettings', { column: 'sendSignMessage', data: 'disabled' }),
      admin.put('/companySettings', { column: 'lgpdConsent', data: 'enabled' }),
    ])

    expect((await admin.get(`/companySettings/${company.id}`)).body).toMatchObject({
      userRandom: 'enabled',
      sendSignMessage: 'disabled',
      lgpdConsent: 'enabled',
    })
  })

  test('are audited with the values before and after a change', async () => {
    await admin.put('/companySettings', { column: 'requiredTag', data: 'enabled' })

    const entries = await world.sql(
      `select actor_user_id::int as by, detail from audit_log where company_id = $1 and action = 'setting.changed' and object_id = 'requiredTag'`,
      [company.id],
    )
    expect(entries).toEqual([{ by: admin.id, detail: { before: 'disabled', after: 'enabled' } }])
  })

  test.each([
    ['an unknown name', { column: 'asaas","password', data: 'x' }, 'ERR_NO_SETTING_FOUND'],
    ["the name of an object's own property", { column: 'constructor', data: 'x' }, 'ERR_NO_SETTING_FOUND'],
    ['__proto__ as name', { column: '__proto__', data: 'x' }, 'ERR_NO_SETTING_FOUND'],
    ['an unknown value', { column: 'userRating', data: 'sim' }, 'ERR_VALIDATION'],
    ['a boolean in place of a word', { column: 'userRating', data: true }, 'ERR_VALIDATION'],
    ['a javascript: link', { column: 'lgpdLink', data: 'javascript:alert(1)' }, 'ERR_VALIDATION'],
    ['an object', { column: 'userRating', data: { $ne: '' } }, 'ERR_VALIDATION'],
    ['a list as name', { column: ['userRating'], data: 'enabled' }, 'ERR_VALIDATION'],
    ['a text of a megabyte', { column: 'lgpdMessage', data: 'x'.repeat(1_000_000) }, 'ERR_VALIDATION'],
    ['an empty body', {}, 'ERR_VALIDATION'],
  ])('reject %s', async (_, body, error) => {
    const before = (await admin.get(`/companySettings/${company.id}`)).body

    const answer = await admin.put('/companySettings', body)

    expect(answer).toMatchObject({ status: 400, body: { error } })
    expect((await admin.get(`/companySettings/${company.id}`)).body).toEqual(before)
  })

  test('do not reveal anything for an unknown column', async () => {
    for (const column of ['nothing', 'constructor', '__proto__', "'; drop table x --"]) {
      expect(await ana.get(`/companySettingOne?column=${encodeURIComponent(column)}`)).toMatchObject({
        status: 200,
        body: {},
      })
    }
  })

  test('are read by everybody of the company and changed by admins only', async () => {
    const supervisor = await company.supervisor()

    expect((await ana.get(`/companySettings/${company.id}`)).status).toBe(200)
    for (const person of [ana, supervisor]) {
      const answer = await person.put('/companySettings', { column: 'lgpdHideNumber', data: 'enabled' })
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    }
    expect((await world.anonymous.get(`/companySettings/${company.id}`)).status).toBe(401)
  })

  test('of another company are refused, whether it exists or not', async () => {
    for (const id of [other.id, 999_999]) {
      expect(await admin.get(`/companySettings/${id}`)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      })
    }
    for (const id of ['0', '-1', '1.5', '99999999999999999999']) {
      expect((await admin.get(`/companySettings/${id}`)).status).toBe(400)
    }
    expect((await admin.get('/companySettings/abc')).status).toBe(404)
  })
})

describe('the settings of the installation', () => {
  test('include whether users may sign up', async () => {
    const { status, body } = await ana.get('/settings')

    expect(status).toBe(200)
    expect(body).toContainEqual({
      id: expect.any(Number),
      key: 'userCreation',
      value: 'enabled',
      companyId: company.id,
    })
    expect((await ana.get('/settings/userCreation')).body).toMatchObject({ key: 'userCreation', value: 'enabled' })
    expect(await ana.get('/settings/nothing')).toMatchObject({ status: 404, body: { error: 'ERR_NO_SETTING_FOUND' } })
  })

  test('include the support number of the environment, which cannot be changed there', async () => {
    const helped = await createWorld({ supportNumber: '5511987654321' })
    const [who, operator] = [await (await helped.company()).attendant(), await helped.operator()]

    expect((await who.get('/settings')).body.at(-1)).toMatchObject({ key: 'supportNumber', value: '5511987654321' })
    expect((await who.get('/settings/supportNumber')).body).toMatchObject({ value: '5511987654321' })
    expect((await operator.put('/settings/supportNumber', { value: 'enabled' })).status).toBe(404)
    expect((await helped.anonymous.get('/settings')).status).toBe(401)
    expect((await ana.get('/settings')).body.map(({ key }: { key: string }) => key)).not.toContain('supportNumber')
    await helped.close()
  })

  test('are changed by the operator only', async () => {
    expect(await admin.put('/settings/userCreation', { value: 'disabled' })).toMatchObject({ status: 403 })

    const operator = await world.operator()
    expect(await operator.put('/settings/userCreation', { value: 'disabled' })).toMatchObject({
      status: 200,
      body: { key: 'userCreation', value: 'disabled' },
    })

    expect((await ana.get('/settings/userCreation')).body.value).toBe('disabled')
    expect((await operator.put('/settings/userCreation', { value: 'perhaps' })).status).toBe(400)
    expect((await operator.put('/settings/other', { value: 'enabled' })).status).toBe(404)
    const [entry] = await world.sql(`select detail from audit_log where action = 'installation_setting.changed'`)
    expect(entry.detail).toEqual({ before: 'enabled', after: 'disabled' })
    await operator.put('/settings/userCreation', { value: 'enabled' })
  })
})
