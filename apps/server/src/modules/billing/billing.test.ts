import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertDueInvoices } from './invoices.repository.ts'
import { askAboutOpenCharges } from './ask-provider.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let pix: PixServer
let world: World
let operator: Person

beforeAll(async () => {
  pix = await createPixServer()
  world = await createWorld({
    pix: { efi: pix.efi.url, asaas: pix.asaas.url, caFile: pix.files().ca, efiWebhooksFrom: ['127.0.0.1'] },
  })
  await world.url()
  operator = await world.operator()
  const { clientId, clientSecret, pixKey } = pix.efi.account
  const settings = {
    provider: 'efi',
    efiClientId: clientId,
    efiClientSecret: clientSecret,
    efiPixKey: pixKey,
    efiCertificate: pix.efi.p12.toString('base64'),
  }
  expect(await operator.put('/billing/settings', settings)).toMatchObject({ status: 200 })
  expect(await operator.post('/billing/settings/test', {})).toMatchObject({ status: 200, body: { state: 'works' } })
})
afterAll(async () => {
  await world.close()
  await pix.stop()
})
afterEach(() => {
  expect(pix.problems).toEqual([])
})

let company: Company
let admin: Person
beforeEach(async () => {
  company = await world.company({ dueDate: inDays(3) })
  admin = await company.admin()
  await makeInvoices()
})

/** In the time zone of a new company. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(day)
}

const makeInvoices = () => insertDueInvoices(world.app.deps.units.operator)
const invoicesOf = async (person: Person) => (await person.get('/invoices/all?searchParam=&pageNumber=1')).body
const firstInvoice = async (person: Person) => (await invoicesOf(person))[0]
const payInvoice = async (person: Person, fields: Record<string, unknown> = {}) => {
  const { id } = await firstInvoice(person)
  return person.post('/subscription', { invoiceId: id, plan: '', price: 1, ...fields })
}
const ledgerOf = async (id: number) => (await operator.get(`/billing/companies/${id}`)).body.payments
const dueDateOf = async () => (await admin.get(`/companies/${company.id}`)).body.dueDate
const reviewsOf = async () =>
  (await operator.get('/billing/reviews')).body.reviews.filter(
    (review: { companyId: number }) => review.companyId === company.id,
  )

describe('an invoice', () => {
  test('is made once for each due date that is near, with what the plan was then', async () => {
    await Promise.all([makeInvoices(), makeInvoices()])

    expect(await invoicesOf(admin)).toMatchObject([
      {
        companyId: company.id,
        dueDate: inDays(3),
        status: 'open',
        value: 49,
        users: 100,
        connections: 100,
        queues: 100,
      },
    ])
  })

  test('is not made for a due date that is far away', async () => {
    const later = await world.company({ dueDate: inDays(21) })
    await makeInvoices()
    expect(await invoicesOf(await later.admin())).toEqual([])
  })

  test('is seen by admins of its company only', async () => {
    const { id } = await firstInvoice(admin)
    const stranger = await (await world.company({ dueDate: inDays(3) })).admin()

    expect(await stranger.get(`/invoices/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
    expect(await stranger.post('/subscription', { invoiceId: id })).toMatchObject({ status: 404 })
    expect(await (await company.attendant()).get('/invoices/all')).toMatchObject({ status: 403 })
    expect(await admin.get(`/invoices/${id}`)).toMatchObject({ status: 200, body: { id } })
  })
})

describe('a payment by Pix', () => {
  test('renews the licence at once, tells every window, and is one row of the ledger', async () => {
    const window = await admin.listen()
    const charge = await payInvoice(admin)
    expect(charge).toMatchObject({
      status: 200,
      body: { valor: { original: '49.00' }, qrcode: { qrcode: expect.stringMatching(/^0002/) } },
    })

    pix.bank.pay(charge.body.qrcode.qrcode)
    await pix.webhooks.idle()

    await eventually(async () => expect(await firstInvoice(admin)).toMatchObject({ status: 'paid' }))
    const renewed = await dueDateOf()
    expect(renewed > inDays(27)).toBe(true)
    await eventually(() =>
      expect(window.of('payment')).toMatchObject([{ payload: { action: 'CONCLUIDA', company: { dueDate: renewed } } }]),
    )
    expect(await ledgerOf(company.id)).toMatchObject([{ kind: 'payment', amount: '49.00', provider: 'efi' }])
    expect(pix.books().payments.filter(({ txid }) => txid === charge.body.txid)).toHaveLength(1)
  })

  test('is told of twice and renews once', async () => {
    pix.webhooks.deliverTwice()
    const { body } = await payInvoice(admin)
    pix.bank.pay(body.qrcode.qrcode)
    await pix.webhooks.idle()

    await eventually(async () => expect(await firstInvoice(admin)).toMatchObject({ status: 'paid' }))
    const renewed = await dueDateOf()
    expect(await ledgerOf(company.id)).toHaveLength(1)
    expect(renewed < inDays(40)).toBe(true)
  })

  test('whose report never came is found by asking', async () => {
    pix.webhooks.lose()
    const { body } = await payInvoice(admin)
    pix.bank.pay(body.qrcode.qrcode)
    await pix.webhooks.idle()
    expect(await firstInvoice(admin)).toMatchObject({ status: 'open' })

    await world.sql(`update charges set next_ask_at = now() where company_id = $1`, [company.id])
    await askAboutOpenCharges(world.app.deps)

    await eventually(async () => expect(await firstInvoice(admin)).toMatchObject({ status: 'paid' }))
  })

  test('of too little renews nothing and waits for the operator', async () => {
    const before = await dueDateOf()
    const { body } = await payInvoice(admin)
    pix.bank.payAmount(body.qrcode.qrcode, 1000)
    await pix.webhooks.idle()

    await eventually(async () =>
      expect(await reviewsOf()).toMatchObject([
        { reason: 'tooLittle', amount: '10.00', expected: '49.00', doneAt: null },
      ]),
    )
    expect(await firstInvoice(admin)).toMatchObject({ status: 'open' })
    expect(await dueDateOf()).toBe(before)
  })

  test('that comes twice renews once, and the second one waits for the operator', async () => {
    const { body } = await payInvoice(admin)
    pix.bank.payTwice(body.qrcode.qrcode)
    await pix.webhooks.idle()

    await eventually(async () => expect(await reviewsOf()).toMatchObject([{ reason: 'twice', amount: '49.00' }]))
    expect((await dueDateOf()) < inDays(40)).toBe(true)
    expect(await ledgerOf(company.id)).toHaveLength(2)
  })

  test('is refunded by the operator, which the ledger follows', async () => {
    const { body } = await payInvoice(admin)
    pix.bank.pay(body.qrcode.qrcode)
    await pix.webhooks.idle()
    await eventually(async () => expect(await ledgerOf(company.id)).toHaveLength(1))
    const [payment] = await ledgerOf(company.id)
    const refund = { amount: '9.00', reason: 'Cobrado a mais', clientId: crypto.randomUUID() }

    const path = `/billing/companies/${company.id}/payments/${payment.id}/refund`
    expect(await operator.post(path, refund)).toMatchObject({ status: 200 })
    expect(await operator.post(path, refund)).toMatchObject({ status: 200 })
    expect(await operator.post(path, { ...refund, amount: '41.00', clientId: crypto.randomUUID() })).toMatchObject({
      status: 400,
      body: { error: 'ERR_REFUND_TOO_MUCH' },
    })

    await eventually(async () =>
      expect(await ledgerOf(company.id)).toMatchObject([
        { kind: 'refund', amount: '-9.00', reason: 'Cobrado a mais' },
        { kind: 'payment', amount: '49.00' },
      ]),
    )
    expect(pix.books().refunds.map(({ amountCents }) => amountCents)).toContain(900)
  })

  test.each(['49,90', -1, '1e3', '10.999'])('is not recorded with the amount %o', async (amount) => {
    const { id } = await firstInvoice(admin)
    const body = { invoiceId: id, kind: 'manual', amount, reason: 'Transferência', clientId: crypto.randomUUID() }
    expect(await operator.post(`/billing/companies/${company.id}/payments`, body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
    expect(await ledgerOf(company.id)).toEqual([])
  })
})

describe('a report of a payment', () => {
  test('is refused with a wrong secret, and a forged one pays nothing', async () => {
    const { body } = await payInvoice(admin)
    const report = { pix: [{ endToEndId: 'E1', txid: body.txid, valor: '49.00', horario: new Date().toISOString() }] }

    expect(await world.anonymous.post('/subscription/webhook/efi?hmac=wrong', report)).toMatchObject({ status: 401 })
    expect(await world.anonymous.post('/subscription/webhook/asaas', report)).toMatchObject({ status: 401 })
    const charge = pix.charges.find(({ txid }) => txid === body.txid)
    if (!charge) throw new Error('no charge')
    await pix.efi.forge(charge)
    await pix.webhooks.idle()

    expect(await firstInvoice(admin)).toMatchObject({ status: 'open' })
    expect(await ledgerOf(company.id)).toEqual([])
  })
})

describe('a subscription', () => {
  test('clicked twice makes one charge', async () => {
    const [one, two] = await Promise.all([payInvoice(admin), payInvoice(admin)])
    expect(one.body.txid).toBe(two.body.txid)
    expect(pix.charges.filter(({ txid }) => txid === one.body.txid)).toHaveLength(1)
  })

  test('of a public plan begins it with the payment, at its price', async () => {
    const { body: plan } = await operator.post('/plans', {
      name: `Grande ${company.id}`,
      users: 200,
      connections: 200,
      queues: 200,
      amount: '199.90',
    })
    const { body } = await payInvoice(admin, { plan: JSON.stringify({ planId: plan.id, price: 1 }) })
    expect(body.valor.original).toBe('199.90')
    expect((await admin.get(`/companies/${company.id}`)).body.planId).not.toBe(plan.id)

    pix.bank.pay(body.qrcode.qrcode)
    await pix.webhooks.idle()

    await eventually(async () => expect((await admin.get(`/companies/${company.id}`)).body.planId).toBe(plan.id))
  })

  test('of a private plan of others is refused', async () => {
    const { body: plan } = await operator.post('/plans', {
      name: `Segredo ${company.id}`,
      users: 9,
      connections: 9,
      queues: 9,
      amount: 1,
      isPublic: false,
    })
    expect(await payInvoice(admin, { plan: JSON.stringify({ planId: plan.id }) })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_PLAN_FOUND' },
    })
  })

  test('with quantities of its own costs what the price list says', async () => {
    expect(await payInvoice(admin, { users: 5, connections: 4 })).toMatchObject({
      status: 200,
      body: { valor: { original: '91.00' } },
    })
    for (const fields of [
      { users: 2, connections: 3 },
      { users: -1, connections: 3 },
    ])
      expect(await payInvoice(admin, fields)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('of a plan that is too small for what is in use is refused before anything is charged', async () => {
    for (let n = 0; n < 4; n += 1) await company.attendant()
    const before = pix.charges.length
    expect(await payInvoice(admin, { users: 3, connections: 3 })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLAN_TOO_SMALL' },
    })
    expect(pix.charges).toHaveLength(before)
  })
})

describe('money by another way', () => {
  test('renews the licence like a payment by Pix, once for each entry', async () => {
    const { id } = await firstInvoice(admin)
    const payment = {
      invoiceId: id,
      kind: 'manual',
      amount: '49.00',
      reason: 'Transferência',
      clientId: crypto.randomUUID(),
    }
    const path = `/billing/companies/${company.id}/payments`

    const [one, two] = await Promise.all([operator.post(path, payment), operator.post(path, payment)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.id).toBe(two.body.id)
    expect(await firstInvoice(admin)).toMatchObject({ status: 'paid' })
    expect(await ledgerOf(company.id)).toHaveLength(1)
    expect(await admin.post(path, { ...payment, clientId: crypto.randomUUID() })).toMatchObject({ status: 403 })
  })

  test('is refused by the database when the ledger is changed', async () => {
    await expect(world.sql('update payments set amount_cents = 1')).rejects.toThrow('only grows')
    await expect(world.sql('delete from payments')).rejects.toThrow('only grows')
  })
})

test('secrets of the provider are written and never read', async () => {
  const { body } = await operator.get('/billing/settings')
  expect(body).toMatchObject({
    provider: 'efi',
    efiClientSecret: expect.stringMatching(/^••••.{4}$/),
    efiCertificate: '••••',
  })
  expect(JSON.stringify(body)).not.toContain(pix.efi.account.clientSecret)
  expect(await operator.put('/billing/settings', body)).toMatchObject({ status: 200 })
  expect(await operator.post('/billing/settings/test', {})).toMatchObject({ body: { state: 'works' } })
  expect((await admin.get('/billing/settings')).status).toBe(403)
})
