import { afterEach, describe, expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { type Company, eventually } from '#test/world'

const meta = metaOfFile()
afterEach(() => meta.server.faults.clear())

async function newcomer(plan: object = {}) {
  const company = await meta.world.company({ plan })
  return { company, admin: await company.admin() }
}

const refused = (error: string, status = 400) => ({ status, body: { error } })

const rowsOf = ({ id, sql }: Company): Promise<{ connection_id: number }[]> =>
  sql('select connection_id from official_numbers where company_id = $1', [id])

describe('a number with a token', () => {
  test('becomes a connection of WhatsApp that is connected at once', async () => {
    const { company, admin } = await newcomer()
    const { number, connection } = await meta.connectNumber(admin)
    expect(connection).toMatchObject({
      channel: 'whatsapp',
      provider: 'official',
      status: 'CONNECTED',
      number: number.display,
      endReason: null,
      qrcode: '',
    })
    expect((await admin.get(`/whatsapp/${connection.id}`)).body).toEqual(connection)
    expect(number.account.subscribedApps.has(meta.app)).toBe(true)
    const { events } = (await admin.get(`/whatsapp/${connection.id}/events`)).body
    expect(events).toMatchObject([{ kind: 'connected' }])
    expect(await rowsOf(company)).toHaveLength(1)
  })

  test('is registered with the PIN if it is not yet', async () => {
    const { admin } = await newcomer()
    const number = meta.number({ isRegistered: false })
    const { connection } = await meta.connectNumber(admin, { number }, { pin: '246810' })
    expect(connection.status).toBe('CONNECTED')
    expect([number.isRegistered, number.pin]).toEqual([true, '246810'])
  })

  test('that is not registered needs the right PIN, and nothing was made without it', async () => {
    const { company, admin } = await newcomer()
    const { number, form } = meta.numberForm({ number: meta.number({ isRegistered: false, pin: '111111' }) })
    expect(await admin.post('/whatsapp-official', form)).toMatchObject(refused('ERR_OFFICIAL_PIN'))
    const wrong = await admin.post('/whatsapp-official', { ...form, pin: '222222' })
    expect(wrong).toMatchObject(refused('ERR_OFFICIAL_PIN_WRONG'))
    meta.server.faults.answer(400, {
      body: { error: { message: 'PIN', code: 133009, error_data: { details: 'Wait two minutes.' } } },
      times: 1,
      on: `POST /v25.0/${number.id}/register`,
    })
    const tooFast = await admin.post('/whatsapp-official', { ...form, pin: '111111' })
    expect(tooFast).toMatchObject(refused('ERR_OFFICIAL_REGISTERING'))
    expect(tooFast.body.details).toEqual({ details: 'Wait two minutes.' })
    number.isVerified = false
    const unverified = await admin.post('/whatsapp-official', { ...form, pin: '111111' })
    expect(unverified).toMatchObject(refused('ERR_OFFICIAL_REGISTERING'))
    number.isVerified = true
    meta.server.faults.answer(400, {
      body: { error: { message: '(#133016) Account register rate limit', code: 133016 } },
      times: 1,
      on: `POST /v25.0/${number.id}/register`,
    })
    const tooOften = await admin.post('/whatsapp-official', { ...form, pin: '111111' })
    expect(tooOften).toMatchObject(refused('ERR_OFFICIAL_REGISTERING'))
    expect(number.account.subscribedApps.has(meta.app)).toBe(false)
    expect(await rowsOf(company)).toEqual([])
  })

  test('that the app on a phone uses too is not registered', async () => {
    const { admin } = await newcomer()
    const number = meta.number({ isOnPhoneApp: true, isRegistered: false })
    expect((await meta.connectNumber(admin, { number })).connection.status).toBe('CONNECTED')
    expect(number.isRegistered).toBe(false)
  })
})

describe('a token that does not prove the number', () => {
  const attempt = async (fields: object, options: Parameters<typeof meta.numberForm>[0] = {}) => {
    const { company, admin } = await newcomer()
    const { number, form } = meta.numberForm(options)
    const answer = await admin.post('/whatsapp-official', { ...form, ...fields })
    expect(number.account.subscribedApps.has(meta.app)).toBe(false)
    expect(await rowsOf(company)).toEqual([])
    return answer
  }

  test('is one of another business, or of another number', async () => {
    const other = meta.numberForm()
    expect(await attempt({ token: other.form.token })).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
    expect(await attempt({ phoneNumberId: other.form.phoneNumberId })).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
    expect(await attempt({ accountId: other.form.accountId })).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
    expect(await attempt({ phoneNumberId: '404' })).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
  })

  test('is one of another app, of nobody, or one that has ended', async () => {
    expect(await attempt({}, { app: meta.server.app('De outra empresa') })).toMatchObject(refused('ERR_OFFICIAL_TOKEN'))
    expect(await attempt({ token: 'EAAinventado' })).toMatchObject(refused('ERR_OFFICIAL_TOKEN'))
    expect(await attempt({}, { days: -1 })).toMatchObject(refused('ERR_OFFICIAL_TOKEN'))
    expect(await attempt({ token: `${meta.app.id}|${meta.app.secret}` })).toMatchObject({ status: 400 })
  })

  test('is one without the permissions', async () => {
    for (const scopes of [['whatsapp_business_messaging'], ['whatsapp_business_management'], []])
      expect(await attempt({}, { scopes })).toMatchObject(refused('ERR_OFFICIAL_PERMISSION'))
  })

  test('is one with the wrong secret of its app', async () => {
    const app = meta.server.app('Da loja')
    const own = { id: app.id, secret: 'outro segredo', verifyToken: 'palavra-da-loja' }
    expect(await attempt({ app: own }, { app })).toMatchObject(refused('ERR_OFFICIAL_APP'))
  })

  test('or input that is none, is refused under its field', async () => {
    for (const [path, fields] of Object.entries({
      'body.phoneNumberId': { phoneNumberId: '../me' },
      'body.accountId': { accountId: '12a' },
      'body.token': { token: '' },
      'body.pin': { pin: '12345' },
      'body.app.secret': { app: { id: '1', secret: '', verifyToken: 'palavra-da-loja' } },
    })) {
      const { status, body } = await attempt(fields)
      expect([status, body.details?.issues?.[0]?.path]).toEqual([400, path])
    }
  })

  test('cannot be told while Meta does not answer', async () => {
    meta.server.faults.reset({ times: 9, on: 'GET /v25.0/debug_token' })
    expect(await attempt({})).toMatchObject(refused('ERR_NETWORK_UNAVAILABLE', 503))
  })
})

describe('a number belongs to one company', () => {
  test('so another one is refused, and not told where it is', async () => {
    const first = await newcomer()
    const { number, connection } = await meta.connectNumber(first.admin)
    const second = await newcomer()
    const { form } = meta.numberForm({ number })
    const answer = await second.admin.post('/whatsapp-official', form)
    expect(answer).toEqual(expect.objectContaining({ status: 400, body: { error: 'ERR_ACCOUNT_TAKEN' } }))
    expect(await rowsOf(second.company)).toEqual([])
    expect(number.account.subscribedApps.has(meta.app)).toBe(true)
    expect(await first.admin.post('/whatsapp-official', form)).toMatchObject(refused('ERR_OFFICIAL_CONNECTED'))
    expect((await first.admin.get(`/whatsapp/${connection.id}`)).body.status).toBe('CONNECTED')
  })

  test('also if several claim it at the same time', async () => {
    const companies = await Promise.all([newcomer(), newcomer(), newcomer()])
    const { number, form } = meta.numberForm()
    const answers = await Promise.all(companies.map(({ admin }) => admin.post('/whatsapp-official', form)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(number.account.subscribedApps.has(meta.app)).toBe(true)
  })

  test('and a second click in the same company is told that it is connected there', async () => {
    const { company, admin } = await newcomer()
    const { number, form } = meta.numberForm({ number: meta.number({ isRegistered: false }) })
    const click = () => admin.post('/whatsapp-official', { ...form, pin: '246810' })
    const answers = await Promise.all([click(), click()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(answers.flatMap(({ body }) => body.error ?? [])).toEqual(['ERR_OFFICIAL_CONNECTED'])
    expect(await rowsOf(company)).toHaveLength(1)
    expect([number.isRegistered, number.account.subscribedApps.has(meta.app)]).toEqual([true, true])
  })

  test('until its connection is deleted: then Meta tells nothing of it, and another one may have it', async () => {
    const { company, admin } = await newcomer()
    const { number, connection } = await meta.connectNumber(admin)
    expect((await admin.delete(`/whatsapp/${connection.id}`)).status).toBe(200)
    await eventually(async () => {
      expect(number.account.subscribedApps.has(meta.app)).toBe(false)
      expect(await rowsOf(company)).toEqual([])
    })
    const other = await newcomer()
    expect((await meta.connectNumber(other.admin, { number })).connection.status).toBe('CONNECTED')
  })

  test('and its account stays subscribed while another number of it is connected, in whatever company', async () => {
    const { company, admin } = await newcomer()
    const { number, connection } = await meta.connectNumber(admin)
    const sister = number.account.number('5511944440000')
    await meta.connectNumber((await newcomer()).admin, { number: sister })
    await admin.delete(`/whatsapp/${connection.id}`)
    await eventually(async () => expect(await rowsOf(company)).toEqual([]))
    expect(number.account.subscribedApps.has(meta.app)).toBe(true)
  })
})

test('an account stays subscribed if another number of it is refused while one is being connected', async () => {
  const number = meta.number({ isRegistered: false, pin: '123456' })
  const other = number.account.number('5511955559999', 'Outra', { isRegistered: false, pin: '123456' })
  const register = `POST /v25.0/${number.id}/register`
  meta.server.faults.delay(2500, { on: register })
  const [one, two] = [await meta.world.company(), await meta.world.company()]
  const connecting = (await one.admin()).post('/whatsapp-official', {
    ...meta.numberForm({ number }).form,
    pin: '123456',
  })
  // The account was subscribed to before that.
  await eventually(() => expect(number.account.subscribedApps.has(meta.app)).toBe(true))
  const refused = await (
    await two.admin()
  ).post('/whatsapp-official', {
    ...meta.numberForm({ number: other }).form,
    pin: '654321',
  })
  expect([refused.status, refused.body.error]).toEqual([400, 'ERR_OFFICIAL_PIN_WRONG'])
  expect(number.account.subscribedApps.has(meta.app)).toBe(false)
  expect((await connecting).status).toBe(200)
  await eventually(() => expect(number.account.subscribedApps.has(meta.app)).toBe(true))
})

describe('the plan', () => {
  test('limits the connections, and Meta is not even asked', async () => {
    const { admin } = await newcomer({ connections: 1 })
    await meta.connectNumber(admin)
    const { number, form } = meta.numberForm()
    expect(await admin.post('/whatsapp-official', form)).toMatchObject({ body: { error: 'ERR_PLAN_LIMIT' } })
    const ofIt = [number.id, number.account.id]
    expect(meta.server.requests.filter((asked) => ofIt.some((id) => asked.includes(id)))).toEqual([])
    expect(number.account.subscribedApps.has(meta.app)).toBe(false)
  })

  test('limits them also if they are made at the same time, and what was refused is left', async () => {
    const { company, admin } = await newcomer({ connections: 1 })
    const forms = [meta.numberForm(), meta.numberForm(), meta.numberForm()]
    const answers = await Promise.all(forms.map(({ form }) => admin.post('/whatsapp-official', form)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowsOf(company)).toHaveLength(1)
    expect(forms.filter(({ number }) => number.account.subscribedApps.has(meta.app))).toHaveLength(1)
  })

  test('without WhatsApp refuses it', async () => {
    const { admin } = await newcomer({ useWhatsapp: false })
    expect(await admin.post('/whatsapp-official', meta.numberForm().form)).toMatchObject(refused('ERR_PLAN_LIMIT', 403))
  })

  test('is met by a name that is taken too, and then the account is left', async () => {
    const { admin } = await newcomer()
    const { connection } = await meta.connectNumber(admin)
    const { number, form } = meta.numberForm()
    const answer = await admin.post('/whatsapp-official', { ...form, name: connection.name })
    expect(answer).toMatchObject(refused('ERR_NAME_ALREADY_EXISTS'))
    expect(number.account.subscribedApps.has(meta.app)).toBe(false)
  })
})

describe('who has no right to it', () => {
  const calls = (id: number, form: object) =>
    [
      ['post', '/whatsapp-official', form],
      ['get', `/whatsapp-official/${id}`, undefined],
      ['put', `/whatsapp-official/${id}`, {}],
      ['post', `/whatsapp-official/${id}/test`, {}],
    ] as const

  test('is an attendant', async () => {
    const { company, admin } = await newcomer()
    const { connection } = await meta.connectNumber(admin)
    const attendant = await company.attendant()
    for (const [method, path, body] of calls(connection.id, meta.numberForm().form)) {
      const answer = method === 'get' ? await attendant.get(path) : await attendant[method](path, body)
      expect([path, answer.status, answer.body.error]).toEqual([path, 403, 'ERR_NO_PERMISSION'])
    }
  })

  test('is the admin of another company, and a connection of another kind has none', async () => {
    const { connection } = await meta.connectNumber((await newcomer()).admin)
    const { company, admin } = await newcomer()
    const phone = await company.connection()
    for (const id of [connection.id, phone.id])
      for (const [method, path, body] of calls(id, {}).slice(1)) {
        const answer = method === 'get' ? await admin.get(path) : await admin[method](path, body)
        expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'ERR_NO_WAPP_FOUND'])
      }
  })
})

describe('renewing', () => {
  const endedOf = async ({ id, sql }: Company): Promise<string | null> => {
    const [row] = await sql('select ended_because from network_accounts where company_id = $1', [id])
    return row.ended_because
  }

  test('connects a number again whose token has ended', async () => {
    const { company, admin } = await newcomer()
    const { number, token, connection } = await meta.connectNumber(admin)
    meta.server.expire(token)
    await company.sql("update network_accounts set ended_because = 'token_ended' where company_id = $1", [company.id])
    await company.sql("update connections set status = 'disconnected' where id = $1", [connection.id])
    expect((await admin.get(`/whatsapp/${connection.id}`)).body).toMatchObject({ endReason: 'token_ended' })
    expect(await admin.put(`/whatsapp-official/${connection.id}`, {})).toMatchObject(refused('ERR_OFFICIAL_TOKEN'))
    const newToken = number.account.business.token(meta.app)
    const { status, body } = await admin.put(`/whatsapp-official/${connection.id}`, { token: newToken })
    expect([status, body.status, body.endReason]).toEqual([200, 'CONNECTED', null])
    expect(await endedOf(company)).toBeNull()
  })

  test('takes no token of another number, and leaves everything as it is', async () => {
    const { admin } = await newcomer()
    const { connection } = await meta.connectNumber(admin)
    const { token } = meta.numberForm().form
    const answer = await admin.put(`/whatsapp-official/${connection.id}`, { token })
    expect(answer).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
    const { steps } = (await admin.post(`/whatsapp-official/${connection.id}/test`, {})).body
    expect(steps[3]).toMatchObject({ step: 'number', outcome: 'ok' })
  })

  test('takes no number from its phone, which has it while Meta is not told of that yet', async () => {
    const { company, admin } = await newcomer()
    const { connection, token } = await meta.connectNumber(admin)
    await company.sql("update connections set channel = 'whatsapp' where company_id = $1", [company.id])
    const registrations = () => meta.server.requests.filter((asked) => asked.endsWith('/register'))
    const before = registrations()
    const answer = await admin.put(`/whatsapp-official/${connection.id}`, { token, pin: '246810' })
    expect(answer).toMatchObject(refused('ERR_NO_WAPP_FOUND', 404))
    expect(registrations()).toEqual(before)
    // Nothing pairs a phone here.
    await company.sql("update connections set channel = 'whatsapp_cloud' where company_id = $1", [company.id])
  })

  test('with masked secrets leaves those that are stored', async () => {
    const { admin } = await newcomer()
    const app = meta.server.app('Da loja')
    const own = { id: app.id, secret: app.secret, verifyToken: 'palavra-da-loja' }
    const { connection } = await meta.connectNumber(admin, { app }, { app: own })
    const { body: shown } = await admin.get(`/whatsapp-official/${connection.id}`)
    const again = await admin.put(`/whatsapp-official/${connection.id}`, { token: shown.token, app: shown.app })
    expect(again.status).toBe(200)
    expect((await admin.get(`/whatsapp-official/${connection.id}`)).body).toEqual(shown)
  })

  test('moves a number to an app of the company and back, and the app before is told nothing any more', async () => {
    const { admin } = await newcomer()
    const { number, connection } = await meta.connectNumber(admin)
    const app = meta.server.app('Da loja')
    const { account } = number
    const path = `/whatsapp-official/${connection.id}`
    const own = { id: app.id, secret: app.secret, verifyToken: 'palavra-da-loja' }
    expect(await admin.put(path, { token: account.business.token(app), app: { id: app.id } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.app.secret' }] } },
    })
    expect((await admin.put(path, { token: account.business.token(app), app: own })).status).toBe(200)
    expect([...account.subscribedApps.keys()]).toEqual([app])
    expect((await admin.get(path)).body.webhookUrl).toMatch(new RegExp(`/webhook/${connection.id}$`))
    expect((await admin.put(path, { token: account.business.token(meta.app), app: null })).status).toBe(200)
    expect([...account.subscribedApps.keys()]).toEqual([meta.app])
    expect((await admin.get(path)).body).toMatchObject({ app: null, webhookUrl: expect.stringMatching(/\/webhook$/) })
  })
})

describe('what is secret', () => {
  test('is in no answer, no event and no audit log, and sealed in the database', async () => {
    const { company, admin } = await newcomer()
    const heard = await admin.listen({ lists: ['open'], notification: true })
    const app = meta.server.app('Da loja')
    const own = { id: app.id, secret: app.secret, verifyToken: 'palavra-secreta-da-loja' }
    const { token, connection } = await meta.connectNumber(admin, { app }, { app: own, pin: '975310' })
    const path = `/whatsapp-official/${connection.id}`
    const told = [
      connection,
      (await admin.get('/whatsapp')).body,
      (await admin.get(path)).body,
      (await admin.post(`${path}/test`, {})).body,
      (await admin.put(path, { token })).body,
      (await admin.get(`/whatsapp/${connection.id}/events`)).body,
      await company.sql('select * from audit_log where company_id = $1', [company.id]),
      heard.events,
    ]
    const text = JSON.stringify(told)
    const rows = await company.sql(
      `select encode(o.ciphertext, 'escape') || encode(a.ciphertext, 'escape') as sealed from official_numbers o
       join network_accounts a using (company_id, connection_id) where company_id = $1`,
      [company.id],
    )
    for (const secret of [token, app.secret, own.verifyToken, '975310']) {
      expect(text).not.toContain(secret)
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    expect((await admin.get(path)).body).toMatchObject({
      token: `••••${token.slice(-4)}`,
      app: { id: app.id, secret: `••••${app.secret.slice(-4)}`, verifyToken: '••••loja' },
    })
  })

  test('of one connection does not open in the row of another one', async () => {
    const { company, admin } = await newcomer()
    const app = meta.server.app('Da loja')
    const own = { id: app.id, secret: app.secret, verifyToken: 'palavra-da-loja' }
    const [one] = [
      await meta.connectNumber(admin, { app }, { app: own }),
      await meta.connectNumber(admin, { app }, { app: own }),
    ]
    await company.sql(`update official_numbers a set ciphertext = b.ciphertext from official_numbers b
                       where a.company_id = ${company.id} and b.company_id = a.company_id and b.connection_id <> a.connection_id`)
    expect((await admin.get(`/whatsapp-official/${one.connection.id}`)).status).toBe(500)
  })
})
