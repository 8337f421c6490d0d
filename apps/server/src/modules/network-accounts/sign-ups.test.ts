import { afterEach, describe, expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import type { Company, Person } from '#test/world'
import { removeOldSignUps } from './sign-ups.repository.ts'

const meta = metaOfFile()
afterEach(() => meta.server.faults.clear())

/** A company with its admin, and somebody with a business at Meta. */
async function newcomer(plan: object = {}) {
  const company = await meta.world.company({ plan })
  return { company, admin: await company.admin(), ...meta.businessOwner() }
}

const refused = (error: string, status = 400) => ({ status, body: { error } })

const finish = (member: { id: string }, fields: object = {}) => ({ kind: 'finish', member: member.id, ...fields })

/** As the browser does when it comes back. */
const open = (person: Person, { code, state }: { code: string; state: string }) =>
  person.post('/whatsapp-official/sign-ups', { code, state })

/** What a login opens for somebody. */
async function opened(person: Person, choice: object, asked: Parameters<typeof meta.signUpWindow>[2] = {}) {
  const { status, body } = await open(person, await meta.signUpWindow(person, choice, asked))
  if (status !== 200) throw new Error(`nothing was opened: ${JSON.stringify(body)}`)
  return body
}

const link = (person: Person, signUpId: string, fields: object = {}) =>
  person.post(`/whatsapp-official/sign-ups/${signUpId}`, { choice: 0, name: 'Vendas oficial', ...fields })

const rowsOf = ({ id, sql }: Company): Promise<{ connection_id: number }[]> =>
  sql('select connection_id from official_numbers where company_id = $1', [id])

let last = 0
const freshNumber = () => `5511955${String(550_000 + ++last)}`

describe('a number that is signed up', () => {
  test('is found by the code alone, registered with the PIN, and connected', async () => {
    const { company, admin, business, member } = await newcomer()
    const display = freshNumber()
    const { signUpId, numbers } = await opened(admin, finish(member, { number: display }))
    const [number] = business.accounts[0]?.numbers ?? []
    expect(numbers).toEqual([
      {
        choice: 0,
        number: display,
        name: number?.name,
        isOnPhone: false,
        needsPin: true,
        isTaken: false,
        connection: null,
        moves: null,
      },
    ])
    expect(await link(admin, signUpId)).toMatchObject(refused('ERR_OFFICIAL_PIN'))
    expect(await link(admin, signUpId, { pin: '12345' })).toMatchObject(refused('ERR_VALIDATION'))
    const { status, body } = await link(admin, signUpId, { pin: '246810' })
    expect([status, body]).toMatchObject([
      200,
      { name: 'Vendas oficial', channel: 'whatsapp', provider: 'official', status: 'CONNECTED', number: display },
    ])
    expect([number?.isRegistered, number?.pin]).toEqual([true, '246810'])
    expect(number?.account.subscribedApps.has(meta.app)).toBe(true)
    expect(await rowsOf(company)).toHaveLength(1)
    const access = (await admin.get(`/whatsapp-official/${body.id}`)).body
    expect(access).toMatchObject({ phoneNumberId: number?.id, app: null, tokenEndsAt: null })
    const { steps } = (await admin.post(`/whatsapp-official/${body.id}/test`, {})).body
    expect(steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'waiting'])
  })

  test('stays on the phone if that is wanted, and is not registered', async () => {
    const { admin, business, member } = await newcomer()
    const choice = { kind: 'finishPhoneApp', member: member.id, number: freshNumber() }
    const { signUpId, numbers } = await opened(admin, choice, { staysOnPhone: true })
    expect(numbers).toMatchObject([{ isOnPhone: true, needsPin: false }])
    const asked = meta.server.requests.length
    expect((await link(admin, signUpId)).body).toMatchObject({ status: 'CONNECTED' })
    const [number] = business.accounts[0]?.numbers ?? []
    expect(meta.server.requests.slice(asked)).not.toContain(`POST /v25.0/${number?.id}/register`)
  })

  test('is asked for in the window as Meta documents it', async () => {
    const { admin, member } = await newcomer()
    for (const [staysOnPhone, featureType] of [
      [true, 'whatsapp_business_app_onboarding'],
      [false, ''],
    ] as const) {
      const choice = finish(member, { number: freshNumber() })
      const { opened: url } = await meta.signUpWindow(admin, choice, { staysOnPhone })
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: meta.app.id,
        config_id: meta.app.configId,
        redirect_uri: `${await meta.world.url()}/connections`,
        response_type: 'code',
        override_default_response_type: 'true',
        extras: JSON.stringify({ setup: {}, featureType, sessionInfoVersion: '3' }),
        state: expect.stringMatching(/^number\./),
      })
    }
  })

  test('is chosen, if the login has opened several', async () => {
    const { admin, business, member } = await newcomer()
    const account = business.account()
    const [first, second] = [freshNumber(), freshNumber()].map((display) => account.number(display, 'Loja'))
    const { signUpId, numbers } = await opened(admin, finish(member, { account: account.id }))
    expect(numbers.map(({ number }: { number: string }) => number)).toEqual([first?.display, second?.display])
    expect(await link(admin, signUpId, { choice: 2 })).toMatchObject(refused('ERR_OFFICIAL_NUMBER'))
    expect((await link(admin, signUpId, { choice: 1 })).body).toMatchObject({ number: second?.display })
  })

  test('that is connected here is renewed, with the token of the login, also if the plan is full', async () => {
    const { company, admin, business, member } = await newcomer({ connections: 1 })
    const number = business.account().number(freshNumber(), 'Loja')
    const { token, connection } = await meta.connectNumber(admin, { number })
    meta.server.expire(token)
    await company.sql("update network_accounts set ended_because = 'token_ended' where company_id = $1", [company.id])
    const choice = finish(member, { account: number.account.id })
    const { signUpId, numbers } = await opened(admin, choice, { isRenewal: true })
    expect(numbers).toMatchObject([{ isTaken: false, connection: { id: connection.id, name: connection.name } }])
    const { status, body } = await link(admin, signUpId)
    expect([status, body.id, body.name, body.status]).toEqual([200, connection.id, connection.name, 'CONNECTED'])
    const { steps } = (await admin.post(`/whatsapp-official/${connection.id}/test`, {})).body
    expect(steps[0]).toMatchObject({ step: 'token', outcome: 'ok' })
  })

  test('that a phone of a connection here has is moved, if that is wanted', async () => {
    const { company, admin, business, member } = await newcomer()
    const stranger = await newcomer()
    const number = business.account().number(freshNumber(), 'Loja')
    const paired = (await admin.post('/whatsapp', { name: 'Vendas', channel: 'whatsapp' })).body
    const foreign = (await stranger.admin.post('/whatsapp', { name: 'Vendas', channel: 'whatsapp' })).body
    await company.sql('update connections set number = $2 where id = $1', [paired.id, number.display])
    const { signUpId } = await opened(admin, finish(member, { account: number.account.id }))
    expect(await link(admin, signUpId)).toMatchObject({
      status: 400,
      body: { error: 'ERR_NUMBER_IS_PAIRED', details: { whatsappId: paired.id } },
    })
    expect((await link(admin, signUpId, { whatsappId: foreign.id })).status).toBe(404)
    expect((await link(admin, signUpId, { whatsappId: paired.id })).body).toMatchObject({
      id: paired.id,
      name: 'Vendas',
      provider: 'official',
      number: number.display,
    })
  })

  test('that a phone of a connection here has is moved by a window of its own, also if the plan is full', async () => {
    const { company, admin, business, member } = await newcomer({ connections: 1 })
    const stranger = await newcomer()
    const number = business.account().number(freshNumber(), 'Loja')
    const paired = (await admin.post('/whatsapp', { name: 'Vendas', channel: 'whatsapp' })).body
    const foreign = (await stranger.admin.post('/whatsapp', { name: 'Vendas', channel: 'whatsapp' })).body
    await company.sql('update connections set number = $2 where id = $1', [paired.id, number.display])
    const start = (fields: object) => admin.post('/whatsapp-official/login', { staysOnPhone: false, ...fields })
    expect(await start({})).toMatchObject({ body: { error: 'ERR_PLAN_LIMIT' } })
    expect((await start({ whatsappId: foreign.id })).status).toBe(404)
    const choice = finish(member, { account: number.account.id })
    const { signUpId, numbers } = await opened(admin, choice, { whatsappId: paired.id })
    expect(numbers).toMatchObject([{ connection: null, moves: paired.id }])
    expect(await link(admin, signUpId)).toMatchObject({ body: { error: 'ERR_PLAN_LIMIT' } })
    expect((await link(admin, signUpId, { whatsappId: paired.id })).body).toMatchObject({
      id: paired.id,
      provider: 'official',
      number: number.display,
    })
    expect(await start({ whatsappId: paired.id })).toMatchObject(refused('ERR_OFFICIAL_CONNECTED'))
  })

  test('of another number moves no connection that has one; one that has none yet is moved', async () => {
    const { company, admin, business, member } = await newcomer({ connections: 1 })
    const account = business.account()
    const number = account.number(freshNumber(), 'Loja')
    const paired = (await admin.post('/whatsapp', { name: 'Vendas', channel: 'whatsapp' })).body
    const choice = finish(member, { account: account.id })
    await company.sql('update connections set number = $2 where id = $1', [paired.id, freshNumber()])
    const other = await opened(admin, choice, { whatsappId: paired.id })
    expect(other.numbers).toMatchObject([{ moves: null }])
    expect(await link(admin, other.signUpId, { whatsappId: paired.id })).toMatchObject(
      refused('ERR_OFFICIAL_OTHER_NUMBER'),
    )
    await company.sql("update connections set number = '' where id = $1", [paired.id])
    const { signUpId, numbers } = await opened(admin, choice, { whatsappId: paired.id })
    expect(numbers).toMatchObject([{ moves: paired.id }])
    expect((await link(admin, signUpId, { whatsappId: paired.id })).body).toMatchObject({ number: number.display })
  })

  test('serves its customers', async () => {
    const { company, admin, business, member } = await newcomer()
    const queue = await company.queue()
    const attendant = await company.attendant({ queues: [queue] })
    const { signUpId } = await opened(admin, finish(member, { number: freshNumber() }))
    const { id } = (await link(admin, signUpId, { pin: '246810' })).body
    await admin.put(`/whatsapp/${id}`, { queueIds: [queue.id] })
    const [number] = business.accounts[0]?.numbers ?? []
    if (!number) throw new Error('there is no number')
    const talk = await meta.chat({ company, admin, queue, attendant, number, token: '', connectionId: id })
    const sent = await talk.write('Bom dia!')
    await talk.shown(sent.id, ({ ack }) => expect(ack).toBe(2))
    expect(talk.person.inbox.last.text).toContain('Bom dia!')
  })
})

describe('a login that brings no number', () => {
  test('is one that was left or has failed: the window brings no code', async () => {
    const { company, admin } = await newcomer()
    for (const choice of [{ kind: 'leave' }, { kind: 'reportError', message: 'Não' }]) {
      const { code, error, state } = await meta.signUpWindow(admin, choice)
      expect([code, error]).toEqual(['', 'access_denied'])
      expect(state).toMatch(/^number\./)
    }
    expect(await rowsOf(company)).toEqual([])
  })

  test('is one that ended with an account alone', async () => {
    const { admin, member } = await newcomer()
    const window = await meta.signUpWindow(admin, { kind: 'finishOnlyAccount', member: member.id })
    expect(await open(admin, window)).toMatchObject(refused('ERR_OFFICIAL_NO_NUMBER'))
  })

  test('is one whose account Meta has closed, which stops no other', async () => {
    const { admin, business, member } = await newcomer()
    const number = business.account().number(freshNumber(), 'Loja')
    const choice = finish(member, { account: number.account.id })
    meta.server.faults.answer(400, {
      body: { error: { message: 'No', code: 200 } },
      times: 1,
      on: `GET /v25.0/${number.account.id}/phone_numbers`,
    })
    const answer = await open(admin, await meta.signUpWindow(admin, choice))
    expect(answer).toMatchObject(refused('ERR_OFFICIAL_NO_NUMBER'))
    expect((await opened(admin, choice)).numbers).toHaveLength(1)
  })

  test('is one of a moment in which Meta does not answer', async () => {
    const { admin, member } = await newcomer()
    const window = await meta.signUpWindow(admin, finish(member, { number: freshNumber() }))
    meta.server.faults.reset({ times: 9, on: 'GET /v25.0/oauth/access_token' })
    expect(await open(admin, window)).toMatchObject(refused('ERR_NETWORK_UNAVAILABLE', 503))
  })
})

describe('a number of another company', () => {
  test('is shown as taken, without saying where, and is refused', async () => {
    const first = await newcomer()
    const number = first.business.account().number(freshNumber(), 'Loja')
    const { connection } = await meta.connectNumber(first.admin, { number })
    const second = await newcomer()
    const choice = finish(first.member, { account: number.account.id })
    const { signUpId, numbers } = await opened(second.admin, choice)
    expect(numbers).toMatchObject([{ isTaken: true, connection: null }])
    expect(JSON.stringify(numbers)).not.toContain(connection.name)
    expect(await link(second.admin, signUpId)).toMatchObject(refused('ERR_ACCOUNT_TAKEN'))
    expect(await rowsOf(second.company)).toEqual([])
    expect((await first.admin.get(`/whatsapp/${connection.id}`)).body.status).toBe('CONNECTED')
  })
})

describe('the plan', () => {
  test('is looked at before the window is opened, and when the number is connected', async () => {
    const { company, admin, member } = await newcomer({ connections: 1 })
    const { signUpId } = await opened(admin, finish(member, { number: freshNumber() }))
    await meta.connectNumber(admin)
    const start = await admin.post('/whatsapp-official/login', { staysOnPhone: false })
    expect(start).toMatchObject({ body: { error: 'ERR_PLAN_LIMIT' } })
    expect(await link(admin, signUpId, { pin: '246810' })).toMatchObject({ body: { error: 'ERR_PLAN_LIMIT' } })
    expect(await rowsOf(company)).toHaveLength(1)
  })

  test('without WhatsApp opens no window', async () => {
    const { admin } = await newcomer({ useWhatsapp: false })
    const start = await admin.post('/whatsapp-official/login', { staysOnPhone: false })
    expect(start).toMatchObject(refused('ERR_PLAN_LIMIT', 403))
  })
})

describe('who tries to get more than their own login', () => {
  test('cannot use a code twice', async () => {
    const { admin, member } = await newcomer()
    const window = await meta.signUpWindow(admin, finish(member, { number: freshNumber() }))
    expect((await open(admin, window)).status).toBe(200)
    expect(await open(admin, window)).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED'))
  })

  test('cannot use the state of another person, another company, another login, or of nobody', async () => {
    const { company, admin, member } = await newcomer()
    const colleague = await company.attendant({ allowConnections: 'enabled' })
    const stranger = await newcomer()
    const window = await meta.signUpWindow(admin, finish(member, { number: freshNumber() }))
    const asked = meta.server.requests.length
    for (const thief of [colleague, stranger.admin])
      expect(await open(thief, window)).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED'))
    const pages = new URL((await admin.post('/facebook/login', {})).body.url).searchParams.get('state') ?? ''
    const [, payload = '', signature = ''] = window.state.split('.')
    const forged = Buffer.from(payload, 'base64url')
      .toString('utf8')
      .replace(`"companyId":${company.id}`, '"companyId":1')
    for (const state of [
      pages,
      pages.replace('pages.', 'number.'),
      `number.${Buffer.from(forged).toString('base64url')}.${signature}`,
      `number.${payload}.${signature.slice(1)}`,
      `number.${payload}`,
      'number..',
      'x',
    ])
      expect([state, await open(admin, { ...window, state })]).toMatchObject([state, refused('ERR_PAGE_LOGIN_REFUSED')])
    const asPages = await admin.post('/facebook', { code: window.code, state: window.state })
    expect(asPages).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED'))
    // What earlier tests have started goes on meanwhile.
    expect(meta.server.requests.slice(asked).filter((one) => one.includes('/oauth/'))).toEqual([])
    expect((await open(admin, window)).status).toBe(200)
  })

  test('cannot use a code of another app, or one that was made up', async () => {
    const { admin, member } = await newcomer()
    const { state } = await meta.signUpWindow(admin, finish(member, { number: freshNumber() }))
    const app = meta.server.app('De outra empresa')
    const opening = { client_id: app.id, response_type: 'code' as const, scope: [], config_id: app.configId }
    const choice = { kind: 'finish' as const, member: member.id, number: freshNumber() }
    const { authResponse } = meta.server.login.choose(opening, choice).response
    for (const code of [authResponse && 'code' in authResponse ? String(authResponse.code) : '', 'AQinventado'])
      expect(await open(admin, { code, state })).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED'))
  })

  test('finds no sign-up of another person or company, none that was used, and none that is over', async () => {
    const { company, admin, member } = await newcomer()
    const stranger = await newcomer()
    const { signUpId } = await opened(admin, finish(member, { number: freshNumber() }))
    const colleague = await company.attendant({ allowConnections: 'enabled' })
    for (const thief of [colleague, stranger.admin])
      expect(await link(thief, signUpId, { pin: '246810' })).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED', 404))
    await company.sql("update number_sign_ups set ends_at = now() - interval '1 second' where id = $1", [signUpId])
    expect(await link(admin, signUpId, { pin: '246810' })).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED', 404))
    await company.sql("update number_sign_ups set ends_at = now() + interval '1 minute' where id = $1", [signUpId])
    expect((await link(admin, signUpId, { pin: '246810' })).status).toBe(200)
    expect(await link(admin, signUpId, { pin: '246810' })).toMatchObject(refused('ERR_PAGE_LOGIN_REFUSED', 404))
    expect(await rowsOf(stranger.company)).toEqual([])
  })

  test('connects a number once, also if it is asked for several times at once', async () => {
    const { company, admin, business, member } = await newcomer()
    const account = business.account()
    account.number(freshNumber(), 'Loja')
    const { signUpId } = await opened(admin, finish(member, { account: account.id }))
    await Promise.all([1, 2, 3].map((nth) => link(admin, signUpId, { name: `Vendas ${nth}` })))
    expect(await rowsOf(company)).toHaveLength(1)
    expect(account.subscribedApps.has(meta.app)).toBe(true)
  })

  test('brings ids in vain: the number is the one that the login has opened', async () => {
    const { admin, member } = await newcomer()
    const victim = meta.number()
    const { signUpId, numbers } = await opened(admin, finish(member, { number: freshNumber() }))
    const ids = { phoneNumberId: victim.id, accountId: victim.account.id, number: victim.display }
    const { body } = await link(admin, signUpId, { pin: '246810', ...ids })
    expect(body.number).toBe(numbers[0].number)
    expect(victim.account.subscribedApps.has(meta.app)).toBe(false)
  })

  test('is no attendant', async () => {
    const { company } = await newcomer()
    const attendant = await company.attendant()
    for (const [path, body] of [
      ['/whatsapp-official/login', { staysOnPhone: false }],
      ['/whatsapp-official/sign-ups', { code: 'AQ', state: 'number.a.b' }],
      [`/whatsapp-official/sign-ups/${crypto.randomUUID()}`, { choice: 0, name: 'Minha' }],
    ] as const)
      expect(await attendant.post(path, body)).toMatchObject(refused('ERR_NO_PERMISSION', 403))
  })
})

describe('the token of a login', () => {
  test('is in no answer, is sealed, opens in no other row, and is forgotten', async () => {
    const { company, admin, member } = await newcomer()
    const first = await opened(admin, finish(member, { number: freshNumber() }))
    const second = await opened(admin, finish(member, { number: freshNumber() }))
    const kept = await company.sql('select ciphertext from number_sign_ups where company_id = $1', [company.id])
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(first)).not.toContain('EAA')
    for (const { ciphertext } of kept) expect(Buffer.from(ciphertext).toString('latin1')).not.toContain('EAA')
    await company.sql(
      `update number_sign_ups a set ciphertext = b.ciphertext from number_sign_ups b where a.id = $1 and b.id = $2`,
      [first.signUpId, second.signUpId],
    )
    expect((await link(admin, first.signUpId, { pin: '246810' })).status).toBe(500)
    await link(admin, second.signUpId, { pin: '246810' })
    await company.sql("update number_sign_ups set ends_at = now() - interval '1 second' where company_id = $1", [
      company.id,
    ])
    await removeOldSignUps(meta.world.app.deps.units.operator)
    expect(await company.sql('select from number_sign_ups where company_id = $1', [company.id])).toEqual([])
  })
})

test('the screen is told that there is a sign-up', async () => {
  const { admin } = await newcomer()
  const keys = (await admin.get('/settings')).body.map(({ key }: { key: string }) => key)
  expect(keys).toContain('numberSignUp')
})
