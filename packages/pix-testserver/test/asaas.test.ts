import { describe, expect, test } from 'vitest'
import { isBrCode, someTxid, testWorld } from './world.ts'

const world = testWorld()

const customer = async () => {
  const { body } = await world.asaas('POST', '/customers', { body: { name: 'Ana', cpfCnpj: '12345678909' } })
  return String(body['id'])
}

const payment = async (change: object = {}) => ({
  customer: await customer(),
  billingType: 'PIX',
  value: 199.9,
  dueDate: '2099-12-31',
  description: 'Fatura 1042',
  externalReference: someTxid(),
  ...change,
})

describe('Asaas', () => {
  test.each([
    ['without a token', { access_token: undefined }, 401, 'access_token_not_found'],
    ['with a wrong token', { access_token: 'wrong' }, 401, 'invalid_access_token'],
    ['without the name of the program', { 'user-agent': undefined }, 400, 'invalid_user_agent'],
  ])('refuses a call %s', async (_name, change, status, code) => {
    const usual = { access_token: world.server.asaas.accessToken, 'user-agent': 'test', ...change }
    const headers = Object.fromEntries(Object.entries(usual).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    const answer = await world.asaas('GET', '/payments', { headers, isBare: true })
    expect(answer).toMatchObject({ status, body: { errors: [{ code, description: expect.any(String) }] } })
  })

  test('refuses a GET with a body', async () => {
    expect((await world.asaas('GET', '/payments', { raw: '{}' })).status).toBe(403)
  })

  test('makes a charge as it is documented, with a valid code', async () => {
    const wanted = await payment()
    const { status, body } = await world.asaas('POST', '/payments', { body: wanted })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...wanted, object: 'payment', id: expect.stringMatching(/^pay_/), status: 'PENDING' })

    const code = await world.asaas('GET', `/payments/${String(body['id'])}/pixQrCode`)
    expect(code.body).toMatchObject({ success: true, expirationDate: '2100-12-31 23:59:59' })
    expect(isBrCode(code.body['payload'])).toBe(true)
    expect((await world.asaas('GET', `/payments/${String(body['id'])}`)).body).toEqual(body)
  })

  test.each([
    [{ customer: 'cus_unknown' }, 'invalid_customer'],
    [{ billingType: 'BOLETO' }, 'invalid_billingType'],
    [{ value: '199.90' }, 'invalid_value'],
    [{ value: 0 }, 'invalid_value'],
    [{ value: -1 }, 'invalid_value'],
    [{ value: 1.999 }, 'invalid_value'],
    [{ dueDate: '2020-01-01' }, 'invalid_dueDate'],
    [{ dueDate: '2099-02-31' }, 'invalid_dueDate'],
    [{ description: 'x'.repeat(501) }, 'invalid_description'],
  ])('refuses a charge with %j', async (change, code) => {
    const { status, body } = await world.asaas('POST', '/payments', { body: await payment(change) })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ code }] })
  })

  test.each([{ name: '' }, { cpfCnpj: '123' }, { cpfCnpj: '123.456.789-09' }, { email: 'ana' }])(
    'refuses a customer with %j',
    async (change) => {
      const body = { name: 'Ana', cpfCnpj: '12345678909', ...change }
      expect((await world.asaas('POST', '/customers', { body })).status).toBe(400)
    },
  )

  test('keeps the same customer twice, and finds both', async () => {
    const body = { name: 'Loja', cpfCnpj: '12ABC34501DE35' }
    const [one, other] = [
      await world.asaas('POST', '/customers', { body }),
      await world.asaas('POST', '/customers', { body }),
    ]
    expect((await world.asaas('GET', '/customers?cpfCnpj=12ABC34501DE35')).body).toMatchObject({
      object: 'list',
      totalCount: 2,
      data: [{ id: one.body['id'] }, { id: other.body['id'] }],
    })
  })

  test('makes a second charge with the same reference, and finds both', async () => {
    const body = await payment()
    await world.asaas('POST', '/payments', { body })
    await world.asaas('POST', '/payments', { body })
    const list = await world.asaas('GET', `/payments?externalReference=${body.externalReference}&limit=1`)
    expect(list.body).toMatchObject({ totalCount: 2, hasMore: true, data: [{}] })
  })

  test('shows what was paid, and what was paid instead', async () => {
    const [one, other] = [await world.charge('asaas'), await world.charge('asaas')]
    world.server.bank.pay(one.copyText)
    world.server.bank.payLess(other.id, 100)
    const show = async (id: string) => (await world.asaas('GET', `/payments/${id}`)).body
    expect(await show(one.id)).toMatchObject({ status: 'RECEIVED', value: 199.9, originalValue: null })
    expect(await show(other.id)).toMatchObject({ status: 'RECEIVED', value: 1, originalValue: 199.9 })
    expect((await world.asaas('GET', `/payments/${one.id}/status`)).body).toEqual({ status: 'RECEIVED' })
    expect((await world.asaas('GET', `/payments/${one.id}/pixQrCode`)).status).toBe(400)
  })

  test('makes another charge of money that comes in twice', async () => {
    const { id } = await world.charge('asaas')
    const [, second] = world.server.bank.payTwice(id)
    const [first, other] = [
      (await world.asaas('GET', `/payments/${id}`)).body,
      (await world.asaas('GET', `/payments/${second.id}`)).body,
    ]
    expect(other).toMatchObject({ status: 'RECEIVED', value: 199.9, externalReference: first['externalReference'] })
    expect(other['id']).not.toBe(id)
  })

  test('gives back a part and the rest, and no more than came in', async () => {
    const { id } = await world.charge('asaas')
    const refund = (body?: object) => world.asaas('POST', `/payments/${id}/refund`, { body })
    expect((await refund({ value: 1 })).status).toBe(400)
    world.server.bank.pay(id)
    expect((await refund({ value: 200 })).status).toBe(400)
    expect((await refund({ value: 7.89, description: 'r1' })).body).toMatchObject({
      status: 'RECEIVED',
      refunds: [{ status: 'DONE', value: 7.89, description: 'r1' }],
    })
    expect((await refund()).body).toMatchObject({ status: 'REFUNDED' })
    expect((await refund()).status).toBe(400)
  })

  test('deletes a charge that is open, and no other', async () => {
    const [open, paid] = [await world.charge('asaas'), await world.charge('asaas')]
    world.server.bank.pay(paid.id)
    expect((await world.asaas('DELETE', `/payments/${open.id}`)).body).toEqual({ deleted: true, id: open.id })
    expect((await world.asaas('GET', `/payments/${open.id}`)).body).toMatchObject({ deleted: true })
    expect((await world.asaas('DELETE', `/payments/${open.id}`)).status).toBe(404)
    expect((await world.asaas('DELETE', `/payments/${paid.id}`)).status).toBe(400)
    expect((await world.asaas('DELETE', '/payments/pay_unknown')).status).toBe(404)
    expect(() => world.server.bank.pay(open.id)).toThrow('removed')
  })

  test('knows that a charge is overdue, and still takes it', async () => {
    const dueDate = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    const { body } = await world.asaas('POST', '/payments', { body: await payment({ dueDate }) })
    const id = String(body['id'])
    await world.server.clock.turn({ days: 2 })
    expect((await world.asaas('GET', `/payments/${id}`)).body).toMatchObject({ status: 'OVERDUE' })
    world.server.bank.pay(id)
    expect((await world.asaas('GET', `/payments/${id}`)).body).toMatchObject({ status: 'RECEIVED' })
  })

  test.each([
    [{ authToken: 'x'.repeat(31) }, 'invalid_authToken'],
    [{ authToken: 'x'.repeat(256) }, 'invalid_authToken'],
    [{ email: '' }, 'invalid_email'],
    [{ url: 'hook' }, 'invalid_url'],
    [{ events: [] }, 'invalid_events'],
    [{ events: ['PAYMENT_UNKNOWN'] }, 'invalid_events.0'],
    [{ sendType: 'SOMETIMES' }, 'invalid_sendType'],
  ])('refuses a webhook with %j', async (change, code) => {
    const body = {
      name: 'n',
      url: 'https://guiche.example/asaas',
      email: 'a@example.com',
      enabled: true,
      interrupted: false,
      apiVersion: 3,
      authToken: 'x'.repeat(32),
      sendType: 'SEQUENTIALLY',
      events: ['PAYMENT_RECEIVED'],
      ...change,
    }
    expect(await world.asaas('POST', '/webhooks', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ code }] },
    })
  })

  test('reports a call that it does not know', async () => {
    expect((await world.asaas('GET', '/subscriptions')).status).toBe(404)
    world.expectedProblems = ['unknown: Asaas: GET /v3/subscriptions']
  })
})
