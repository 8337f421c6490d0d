import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Receiver, testWorld } from './world.ts'

const pixKey = 'a1f4102e-a446-4a57-bcce-6fa48899c1d1'
const [secret, token] = ['an-efi-secret', 'an-asaas-token-of-forty-characters-or-so']

describe('a webhook', () => {
  const world = testWorld()
  let receiver: Receiver

  const register = (url: string, skips = 'true') =>
    world.efi('PUT', `/v2/webhook/${pixKey}`, {
      headers: { 'x-skip-mtls-checking': skips },
      body: { webhookUrl: `${url}?hmac=${secret}&ignorar=` },
    })
  const arrived = async () => {
    await world.server.webhooks.idle()
    return receiver.take()
  }
  /** What arrived beside the call that tests the registration. */
  const reported = async () => (await arrived()).filter(({ url }) => url.endsWith('/pix'))

  beforeEach(async () => {
    receiver = await new Receiver().start()
    world.forgetToken()
    await register(receiver.url)
  })

  afterEach(() => receiver.stop())

  test('of Efí is tested before it is registered, without /pix behind the address', async () => {
    expect(await arrived()).toMatchObject([
      { url: `/hook?hmac=${secret}&ignorar=`, body: { evento: 'teste_webhook' }, from: '127.0.0.1' },
    ])
    expect(world.server.efi.webhookUrl).toBe(`${receiver.url}?hmac=${secret}&ignorar=`)
  })

  test('of Efí reports a payment, with /pix behind the address', async () => {
    const { id } = await world.charge('efi')
    const payment = world.server.bank.pay(id)
    const item = { endToEndId: payment.id, txid: id, chave: pixKey, valor: '199.90' }
    expect(await reported()).toMatchObject([
      { url: `/hook?hmac=${secret}&ignorar=/pix`, body: { pix: [item] }, from: '127.0.0.1' },
    ])
  })

  test('arrives before the answer of the creation', async () => {
    world.server.payBeforeAnswer()
    const { id } = await world.charge('efi')
    // Without waiting: it is there.
    expect(receiver.take().slice(1)).toMatchObject([{ body: { pix: [{ txid: id }] } }])
    expect(world.server.books().payments.filter(({ txid }) => txid === id)).toHaveLength(1)
  })

  test('is doubled, lost, or has a wrong secret, as planned', async () => {
    const { webhooks, bank } = world.server
    const pay = async () => {
      const { id } = await world.charge('efi')
      bank.pay(id)
      return reported()
    }
    webhooks.deliverTwice()
    expect(await pay()).toHaveLength(2)
    webhooks.lose()
    expect(await pay()).toEqual([])
    webhooks.useWrongSecret()
    expect(await pay()).toMatchObject([{ url: expect.stringMatching(/hmac=not-the-secret.*\/pix$/) }])
    expect(await pay()).toHaveLength(1)
    // What was lost is taken for delivered.
    await world.server.clock.turn({ days: 5 })
    expect(await reported()).toEqual([])
  })

  test('arrives in the opposite order', async () => {
    const { webhooks, bank } = world.server
    const ids = [await world.charge('efi'), await world.charge('efi'), await world.charge('efi')].map(({ id }) => id)
    const hold = webhooks.hold()
    for (const id of ids) bank.pay(id)
    expect(hold.count).toBe(3)
    expect(await reported()).toEqual([])
    await hold.release('reversed')
    expect(await reported()).toMatchObject(ids.toReversed().map((txid) => ({ body: { pix: [{ txid }] } })))
  })

  test('can be forged, from another address too', async () => {
    const { id } = await world.charge('efi')
    const charge = world.server.bank.find(id)
    receiver.status = 401
    expect(await world.server.efi.forge(charge, { secret: 'guessed', from: '127.0.0.2' })).toBe(401)
    expect(await world.server.efi.sendRaw({ anything: true })).toBe(401)
    expect(await reported()).toMatchObject([
      { from: '127.0.0.2', url: expect.stringContaining('hmac=guessed'), body: { pix: [{ txid: id }] } },
      { from: '127.0.0.1', body: { anything: true } },
    ])
    expect(world.server.books().payments.filter(({ txid }) => txid === id)).toEqual([])
  })

  test('of Efí is sent again until it is accepted', async () => {
    const { id } = await world.charge('efi')
    receiver.status = 503
    world.server.bank.pay(id)
    expect(await reported()).toHaveLength(1)
    await world.server.clock.turn({ hours: 1 })
    expect((await reported()).length).toBeGreaterThan(1)
    receiver.status = 204
    await world.server.clock.turn({ days: 1 })
    expect(await reported()).toHaveLength(1)
    await world.server.clock.turn({ days: 10 })
    expect(await reported()).toEqual([])
  })

  test('of Efí is sent again on demand', async () => {
    const { id } = await world.charge('efi')
    world.server.webhooks.lose()
    const payment = world.server.bank.pay(id)
    world.forgetToken()
    await world.efi('POST', '/v2/gn/webhook/reenviar', { body: { tipo: 'PIX_RECEBIDO', e2eids: [payment.id] } })
    expect(await reported()).toMatchObject([{ body: { pix: [{ endToEndId: payment.id }] } }])
  })

  test('of Efí is registered only at an address that accepts the test', async () => {
    receiver.status = 401
    expect(await register(receiver.url)).toMatchObject({ status: 400, body: { nome: 'webhook_invalido' } })
    receiver.status = 200
    // Without the header the receiver would have to refuse everybody without Efí's certificate.
    expect(await register(receiver.url, 'false')).toMatchObject({ status: 400 })
    expect(await register('http://guiche.example/hook')).toMatchObject({ status: 400 })
    expect((await world.efi('GET', `/v2/webhook/${pixKey}`)).body).toMatchObject({
      webhookUrl: `${receiver.url}?hmac=${secret}&ignorar=`,
    })
    expect((await world.efi('GET', '/v2/webhook/other')).status).toBe(403)
    expect((await world.efi('DELETE', `/v2/webhook/${pixKey}`)).status).toBe(204)
    expect((await world.efi('GET', `/v2/webhook/${pixKey}`)).status).toBe(404)
  })

  test('of Efí reports a refund in each of its states', async () => {
    const { efi, bank } = world.server
    const { id } = await world.charge('efi')
    const payment = bank.pay(id)
    await reported()
    efi.refundsAtOnce = false
    await world.efi('PUT', `/v2/pix/${payment.id}/devolucao/r1`, { body: { valor: '1.00' } })
    expect(await reported()).toEqual([])
    efi.finishRefunds('failed')
    efi.refundsAtOnce = true
    const refund = { id: 'r1', valor: '1.00', status: 'NAO_REALIZADO' }
    expect(await reported()).toMatchObject([{ body: { pix: [{ endToEndId: payment.id, devolucoes: [refund] }] } }])
  })
})

describe.each(['SEQUENTIALLY', 'NON_SEQUENTIALLY'])('the webhooks of Asaas, sent %s', (sendType) => {
  const world = testWorld()
  let receiver: Receiver

  const config = () => ({
    name: 'test',
    url: receiver.url,
    email: 'a@example.com',
    enabled: true,
    interrupted: false,
    apiVersion: 3,
    authToken: token,
    sendType,
    events: ['PAYMENT_CREATED', 'PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'PAYMENT_PARTIALLY_REFUNDED'],
  })
  const queue = () => world.server.asaas.queues.at(-1) ?? expect.fail()
  const arrived = async () => {
    await world.server.webhooks.idle()
    return receiver.take()
  }

  beforeEach(async () => {
    receiver = await new Receiver().start()
    for (const { id } of world.server.asaas.queues)
      await world.asaas('PUT', `/webhooks/${id}`, { body: { enabled: false } })
    await world.asaas('POST', '/webhooks', { body: config() })
  })

  afterEach(() => receiver.stop())

  test('have the token in a header, and never show it', async () => {
    const { id } = await world.charge('asaas')
    world.server.bank.pay(id)
    const events = await arrived()
    expect(events.map(({ body }) => body)).toMatchObject([
      { id: expect.stringMatching(/^evt_.*&\d+$/), event: 'PAYMENT_CREATED', payment: { id, status: 'PENDING' } },
      { event: 'PAYMENT_RECEIVED', payment: { object: 'payment', id, status: 'RECEIVED', value: 199.9 } },
    ])
    expect(events.map(({ headers }) => headers['asaas-access-token'])).toEqual([token, token])
    const { body } = await world.asaas('GET', '/webhooks')
    expect(JSON.stringify(body)).not.toContain(token)
    expect(body['data']).toContainEqual(expect.objectContaining({ url: receiver.url, hasAuthToken: true }))
  })

  test('accept 200 and no other status', async () => {
    receiver.status = 204
    world.server.clock.stop()
    await world.charge('asaas')
    expect(await arrived()).toHaveLength(1)
    expect(queue().count).toBe(1)
    await world.server.clock.turn({ seconds: 29 })
    expect(await arrived()).toEqual([])
    receiver.status = 200
    await world.server.clock.turn({ seconds: 1 })
    expect(await arrived()).toHaveLength(1)
    expect(queue().count).toBe(0)
  })

  test('are tried again after the documented pauses, and pause after 15 failures', async () => {
    receiver.status = 500
    world.server.clock.stop()
    await world.charge('asaas')
    expect(await arrived()).toHaveLength(1)
    const minutes = [0.5, 1, 3.5, 5, 15, 25, 60, 60, 60, 60, 60, 120, 120, 180]
    for (const pause of minutes) {
      await world.server.clock.turn({ seconds: pause * 60 - 1 })
      expect(await arrived()).toEqual([])
      await world.server.clock.turn({ seconds: 1 })
      expect(await arrived()).toHaveLength(1)
    }
    expect(queue().config.interrupted).toBe(true)

    // Paused, what happens is kept.
    receiver.status = 200
    const { id } = await world.charge('asaas')
    await world.server.clock.turn({ days: 1 })
    expect(await arrived()).toEqual([])

    await world.asaas('PUT', `/webhooks/${queue().id}`, { body: { interrupted: false } })
    expect(await arrived()).toMatchObject([{}, { body: { payment: { id } } }])
    expect(queue().count).toBe(0)
  })

  test('are not kept longer than 14 days', async () => {
    await world.asaas('PUT', `/webhooks/${queue().id}`, { body: { interrupted: true } })
    await world.charge('asaas')
    await world.server.clock.turn({ days: 15 })
    const { id } = await world.charge('asaas')
    await world.asaas('PUT', `/webhooks/${queue().id}`, { body: { interrupted: false } })
    expect(await arrived()).toMatchObject([{ body: { payment: { id } } }])
  })

  test('wait for the one before, if they are sent in order', async () => {
    receiver.status = 500
    await world.charge('asaas')
    await arrived()
    receiver.status = 200
    await world.charge('asaas')
    const waits = sendType === 'SEQUENTIALLY'
    expect(await arrived()).toHaveLength(waits ? 0 : 1)
    await world.server.clock.turn({ minutes: 1 })
    expect(await arrived()).toHaveLength(waits ? 2 : 1)
  })

  test('tell parts that were given back from all of it', async () => {
    const { id } = await world.charge('asaas')
    const payment = world.server.bank.pay(id)
    await arrived()
    world.server.bank.refund(payment.id, 100)
    world.server.bank.refund(payment.id)
    expect(await arrived()).toMatchObject([
      { body: { event: 'PAYMENT_PARTIALLY_REFUNDED', payment: { status: 'RECEIVED' } } },
      { body: { event: 'PAYMENT_REFUNDED', payment: { status: 'REFUNDED' } } },
    ])
  })

  test('can be forged', async () => {
    const { id } = await world.charge('asaas')
    await arrived()
    receiver.status = 401
    const charge = world.server.bank.find(id)
    const statuses = await world.server.asaas.forge(charge, { token: 'guessed' })
    expect(statuses).toContain(401)
    expect(await arrived()).toMatchObject([
      { headers: { 'asaas-access-token': 'guessed' }, body: { payment: { id, status: 'RECEIVED' } } },
    ])
    expect(world.server.books().payments.filter(({ chargeId }) => chargeId === id)).toEqual([])
  })
})
