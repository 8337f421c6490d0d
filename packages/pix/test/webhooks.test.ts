import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type PixGateway,
  type WebhookReading,
  efiWebhookAddresses,
  readAsaasWebhook,
  readEfiWebhook,
} from '../src/index.ts'
import { Receiver } from './receiver.ts'
import { someCharge, someRefundId, testWorld, webhookSecret } from './world.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const ignored: WebhookReading = { kind: 'ignored' }
const refused: WebhookReading = { kind: 'refused' }

describe('a webhook of Efí', () => {
  const endToEndId = 'E1803615022211340s08793XPJ123456'
  const txid = '7978c0c97ea847e78e8849634473c1f1'
  const item = { endToEndId, txid, chave: 'a1f4102e', valor: '199.90', horario: '2026-11-21T12:03:00.000Z' }
  const efi = efiWebhookAddresses[0] ?? ''
  const read = (
    body: unknown,
    query = `hmac=${webhookSecret}&ignorar=/pix`,
    address = efi,
    options: Partial<Parameters<typeof readEfiWebhook>[3]> = {},
  ) => readEfiWebhook(bytes(body), new URLSearchParams(query), address, { secret: webhookSecret, ...options })

  test('asks to read its charge again', () => {
    expect(read({ pix: [item] })).toEqual({ kind: 'read', eventIds: [endToEndId], txids: [txid], providerIds: [txid] })
  })

  test('may report several payments, and one charge twice', () => {
    const other = { ...item, endToEndId: 'E2' }
    const third = { ...item, endToEndId: 'E3', txid: 'b'.repeat(32) }
    expect(read({ pix: [item, other, third, item] })).toEqual({
      kind: 'read',
      eventIds: [endToEndId, 'E2', 'E3'],
      txids: [txid, 'b'.repeat(32)],
      providerIds: [txid, 'b'.repeat(32)],
    })
  })

  test('about a refund is another event than the payment, in each of its states', () => {
    const refund = (status: string) => read({ pix: [{ ...item, devolucoes: [{ id: 'r1', valor: '7.89', status }] }] })
    expect(refund('EM_PROCESSAMENTO')).toMatchObject({ eventIds: [`${endToEndId}:r1:EM_PROCESSAMENTO`], txids: [txid] })
    expect(refund('DEVOLVIDO')).toMatchObject({ eventIds: [`${endToEndId}:r1:DEVOLVIDO`], txids: [txid] })
  })

  test.each([
    ['no secret', ''],
    ['an empty secret', 'hmac='],
    ['a wrong secret', 'hmac=wrong'],
    ['the beginning of the secret', `hmac=${webhookSecret.slice(0, -1)}`],
    ['the secret and more', `hmac=${webhookSecret}x`],
    ['the secret and another one', `hmac=${webhookSecret}&hmac=wrong`],
    ['the secret under another name', `HMAC=${webhookSecret}`],
    ['the secret with the suffix in it', `hmac=${webhookSecret}/pix`],
  ])('with %s is refused', (_name, query) => {
    expect(read({ pix: [item] }, query)).toEqual(refused)
  })

  test.each(['127.0.0.1', '34.193.116.227', '::1', '', '34.193.116.226, 10.0.0.1', 'x34.193.116.226'])(
    'from %o is refused',
    (address) => {
      expect(read({ pix: [item] }, undefined, address)).toEqual(refused)
    },
  )

  test('from an address of Efí in the form of IPv6 is accepted', () => {
    expect(read({ pix: [item] }, undefined, '::ffff:34.193.116.226')).toMatchObject({ kind: 'read' })
  })

  test('from another address is accepted if that one is configured', () => {
    const options = { addresses: ['10.1.2.3', '2001:DB8::1'] }
    expect(read({ pix: [item] }, undefined, '10.1.2.3', options)).toMatchObject({ kind: 'read' })
    expect(read({ pix: [item] }, undefined, '2001:db8::1', options)).toMatchObject({ kind: 'read' })
    expect(read({ pix: [item] }, undefined, efi, options)).toEqual(refused)
  })

  test('is refused as long as no secret is configured', () => {
    expect(read({ pix: [item] }, 'hmac=', efi, { secret: '' })).toEqual(refused)
  })

  test.each([
    ['the call that tests the registration', { evento: 'teste_webhook', data_criacao: '2026-11-21' }],
    ['an empty list', { pix: [] }],
    ['a payment without a charge', { pix: [{ ...item, txid: undefined }] }],
    ['ids that are none', { pix: [{ ...item, txid: '../x' }] }],
    ['a list of other things', { pix: [null, 1, 'x', []] }],
    ['something else', { rec: [{ idRec: 'RR1' }] }],
    ['null', 'null'],
    ['no JSON', '{"pix":['],
    ['nothing', ''],
  ])('with %s is ignored', (_name, body) => {
    expect(read(body)).toEqual(ignored)
  })

  test('with bytes that are no text is ignored', () => {
    const query = new URLSearchParams({ hmac: webhookSecret })
    expect(readEfiWebhook(Buffer.from([0xff, 0xfe, 0x00]), query, efi, { secret: webhookSecret })).toEqual(ignored)
  })

  test('is read although one of its items is none', () => {
    expect(read({ pix: [null, item, { endToEndId: 5 }] })).toMatchObject({ kind: 'read', txids: [txid] })
  })
})

describe('a webhook of Asaas', () => {
  const event = {
    id: 'evt_05b708f961d739ea7eba7e4db318f621&368604920',
    event: 'PAYMENT_RECEIVED',
    dateCreated: '2026-11-21 12:03:00',
    payment: { object: 'payment', id: 'pay_080225913252', value: 199.9, externalReference: 'a'.repeat(32) },
  }
  const read = (body: unknown, headers: Record<string, string | string[]> = { 'asaas-access-token': webhookSecret }) =>
    readAsaasWebhook(bytes(body), headers, { token: webhookSecret })

  test('asks to read its charge again', () => {
    expect(read(event)).toEqual({
      kind: 'read',
      eventIds: [event.id],
      txids: ['a'.repeat(32)],
      providerIds: ['pay_080225913252'],
    })
  })

  test.each([null, undefined, 5, ''])(
    'about a charge with the reference %o tells its id alone',
    (externalReference) => {
      const payment = { ...event.payment, externalReference }
      expect(read({ ...event, payment })).toMatchObject({ txids: [], providerIds: ['pay_080225913252'] })
    },
  )

  test.each<[string, Record<string, string | string[]>]>([
    ['no token', {}],
    ['an empty token', { 'asaas-access-token': '' }],
    ['a wrong token', { 'asaas-access-token': 'wrong' }],
    ['two tokens', { 'asaas-access-token': [webhookSecret, webhookSecret] }],
    ['the token in another header', { authorization: webhookSecret }],
  ])('with %s is refused', (_name, headers) => {
    expect(read(event, headers)).toEqual(refused)
  })

  test('is refused as long as no token is configured', () => {
    expect(readAsaasWebhook(bytes(event), { 'asaas-access-token': '' }, { token: '' })).toEqual(refused)
  })

  test.each([
    ['an event about something else', { id: 'evt_1', event: 'INVOICE_CREATED', invoice: { id: 'inv_1' } }],
    ['an event without an id', { ...event, id: undefined }],
    ['an event without a charge', { ...event, payment: undefined }],
    ['an id that is none', { ...event, payment: { id: 'x'.repeat(201) } }],
    ['a list', [event]],
    ['no JSON', 'PAYMENT_RECEIVED'],
    ['nothing', ''],
  ])('with %s is ignored', (_name, body) => {
    expect(read(body)).toEqual(ignored)
  })

  test('about an event that Asaas invents later is read', () => {
    expect(read({ ...event, event: 'PAYMENT_SOMETHING_NEW' })).toMatchObject({ kind: 'read' })
  })
})

describe('webhooks on their way from Efí', () => {
  const world = testWorld()
  let receiver: Receiver
  let gateway: PixGateway

  beforeEach(async () => {
    receiver = new Receiver(({ body, query, address }) =>
      readEfiWebhook(body, query, address, { secret: webhookSecret, addresses: ['127.0.0.1'] }),
    )
    gateway = world.efi()
    await gateway.registerWebhook(await receiver.start())
    // The call that tests the registration.
    receiver.take()
  })

  afterEach(() => receiver.stop())

  const charged = async () => {
    const request = someCharge()
    await gateway.createCharge(request)
    return { ...request, events: await arrived() }
  }
  const arrived = async () => {
    await world.server.webhooks.idle()
    return receiver.take()
  }

  test('arrive at the registered address, and the suffix lands in the query', async () => {
    const { txid } = await charged()
    const { id } = world.server.bank.pay(txid)
    expect(await arrived()).toEqual([{ kind: 'read', eventIds: [id], txids: [txid], providerIds: [txid] }])
    expect(new Set(receiver.paths)).toEqual(new Set(['/subscription/webhook']))
  })

  test('arrive about refunds', async () => {
    const { txid } = await charged()
    const { id } = world.server.bank.pay(txid)
    await arrived()
    const refundId = someRefundId()
    await gateway.refund(id, 100, refundId)
    expect(await arrived()).toMatchObject([{ eventIds: [`${id}:${refundId}:DEVOLVIDO`], txids: [txid] }])
  })

  test('with a wrong secret, or from elsewhere, are refused', async () => {
    const { txid } = await charged()
    const charge = world.server.bank.find(txid)
    expect(await world.server.efi.forge(charge, { secret: 'guessed' })).toBe(401)
    expect(await world.server.efi.forge(charge, { from: '127.0.0.2' })).toBe(401)
    expect(await arrived()).toEqual([refused, refused])
  })

  test('that are forged lead to a read, which finds nothing', async () => {
    const { txid } = await charged()
    expect(await world.server.efi.forge(world.server.bank.find(txid))).toBe(200)
    expect(await arrived()).toMatchObject([{ kind: 'read', txids: [txid] }])
    expect(await gateway.readCharge(txid)).toMatchObject({ status: 'open', payments: [] })
  })

  test('can be registered again', async () => {
    const url = world.server.efi.webhookUrl ?? ''
    await gateway.registerWebhook(url)
    expect(world.server.efi.webhookUrl).toBe(url)
  })

  test('are not registered at an address that refuses them', async () => {
    const url = world.server.efi.webhookUrl ?? ''
    const other = world.efi({ webhookSecret: 'another-secret' })
    await expect(other.registerWebhook(url)).rejects.toMatchObject({ kind: 'invalid', code: 'webhook_invalido' })
    await expect(other.registerWebhook('http://guiche.example/x')).rejects.toMatchObject({ kind: 'invalid' })
    await expect(other.registerWebhook('webhook')).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('webhooks on their way from Asaas', () => {
  const world = testWorld()
  let receiver: Receiver
  let gateway: PixGateway
  let url: string

  beforeEach(async () => {
    receiver = new Receiver(({ body, headers }) => readAsaasWebhook(body, headers, { token: webhookSecret }))
    gateway = world.asaas()
    url = await receiver.start()
    await gateway.registerWebhook(url)
  })

  afterEach(() => receiver.stop())

  const arrived = async () => {
    await world.server.webhooks.idle()
    return receiver.take()
  }

  test('arrive with the token, about payments and refunds', async () => {
    const { txid } = someCharge()
    const { providerId } = await gateway.createCharge(someCharge({ txid }))
    // A charge that was made is no news.
    expect(await arrived()).toEqual([])
    const { id } = world.server.bank.pay(txid)
    expect(await arrived()).toMatchObject([{ kind: 'read', txids: [txid], providerIds: [providerId] }])
    await gateway.refund(id, 100, someRefundId())
    expect(await arrived()).toMatchObject([{ kind: 'read', txids: [txid], providerIds: [providerId] }])
  })

  test('about money that came twice lead to both payments', async () => {
    const request = someCharge()
    const { providerId } = await gateway.createCharge(request)
    const [one, other] = world.server.bank.payTwice(request.txid)
    const readings = await arrived()
    expect(readings).toMatchObject([
      { txids: [request.txid], providerIds: [providerId] },
      { txids: [request.txid], providerIds: [other.id] },
    ])
    for (const id of [one.id, other.id])
      expect((await gateway.readCharge(id)).payments.map((payment) => payment.id).toSorted()).toEqual(
        [one.id, other.id].toSorted(),
      )
  })

  test('with a wrong token are refused, and forged ones lead to a read that finds nothing', async () => {
    const { providerId } = await gateway.createCharge(someCharge())
    const charge = world.server.bank.find(providerId)
    await world.server.asaas.forge(charge, { token: 'x'.repeat(40) })
    expect(await arrived()).toContainEqual(refused)
    await world.server.asaas.forge(charge)
    expect(await arrived()).toMatchObject([{ kind: 'read', providerIds: [providerId] }])
    expect(await gateway.readCharge(providerId)).toMatchObject({ status: 'open', payments: [] })
  })

  test('are registered once per address, and registering again resumes them', async () => {
    const queue = () => world.server.asaas.queues.filter(({ config }) => config.url === url)
    await gateway.registerWebhook(url)
    expect(queue()).toHaveLength(1)
    for (const one of queue()) one.change({ ...one.config, interrupted: true })

    await gateway.registerWebhook(url)

    expect(queue()).toMatchObject([{ config: { interrupted: false, authToken: webhookSecret } }])
  })
})
