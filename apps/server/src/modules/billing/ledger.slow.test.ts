import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payer, type PixWorld, createPixWorld, inDays } from '#test/world/pix-world'
import { eventually } from '#test/world'
import { askAboutRefunds } from './refund-payment.ts'

let world: PixWorld
let payer: Payer
beforeAll(async () => {
  world = await createPixWorld()
  await world.use('efi')
})
afterAll(() => world.close())
afterEach(() => {
  world.pix.efi.side.faults.clear()
  world.assertNoProblems()
})
beforeEach(async () => {
  payer = await world.payer()
})

/** Pays by Pix; returns the row of the ledger. */
async function payByPix() {
  const { body } = await payer.subscribe()
  await payer.pay(body.qrcode.qrcode)
  await eventually(async () => expect(await payer.ledger()).toHaveLength(1))
  return (await payer.ledger())[0]
}

/** The jobs that give money back are done. */
const settled = () =>
  eventually(async () =>
    expect(
      await world.world.sql(
        "select from pgboss.job where name = 'billing.refund' and state in ('created', 'retry', 'active')",
      ),
    ).toEqual([]),
  )

describe('money by another way', () => {
  test('renews the licence like a payment by Pix, once for each entry', async () => {
    const clientId = crypto.randomUUID()
    const [one, two] = await Promise.all([payer.record({ clientId }), payer.record({ clientId })])

    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.id).toBe(two.body.id)
    expect(await payer.invoice()).toMatchObject({ status: 'paid' })
    expect(await payer.ledger()).toMatchObject([{ kind: 'manual', amount: '49.00', reason: 'Transferência' }])
  })

  test.each(['efi', 'asaas'] as const)('takes back the code of %s that waits to be paid', async (provider) => {
    await world.use(provider)
    const { body } = await payer.subscribe()
    await payer.record()
    await eventually(() =>
      expect(world.pix.books().charges.find(({ txid }) => txid === body.txid)).toMatchObject({ status: 'removed' }),
    )
    await world.use('efi')
    expect(await payer.reviews()).toEqual([])
  })

  test('is not recorded for an invoice for which enough came, until some of it went back', async () => {
    await payer.record()
    const { id: invoiceId } = await payer.invoice()
    const [payment] = await payer.ledger()

    expect(await payer.record({ invoiceId })).toMatchObject({ status: 400, body: { error: 'ERR_INVOICE_PAID' } })
    expect(await payer.ledger()).toHaveLength(1)

    await payer.refund(payment.id, { amount: '9.00' })
    expect(await payer.record({ invoiceId, amount: '9.00' })).toMatchObject({ status: 200 })
    expect(await payer.record({ invoiceId, amount: '9.00' })).toMatchObject({ status: 400 })
  })

  test('is recorded once by several operators at once', async () => {
    const { id: invoiceId } = await payer.invoice()
    const answers = await Promise.all(Array.from({ length: 5 }, () => payer.record({ invoiceId })))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'ERR_INVOICE_PAID')).toHaveLength(4)
    expect(await payer.ledger()).toHaveLength(1)
  })

  test.each(['49,90', -1, 0, '1e3', '10.999', '', null])('is not recorded with the amount %o', async (amount) => {
    expect(await payer.record({ amount })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await payer.ledger()).toEqual([])
  })

  test('is not recorded if it would be more than an invoice can have', async () => {
    const amount = '9999999.99'
    const answers = [
      await payer.record({ amount }),
      await payer.record({ amount }),
      await payer.record({ amount: '1.00' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
    expect(await payer.ledger()).toMatchObject([{ amount }])
  })

  test('is not recorded without a reason, nor for an invoice of another company', async () => {
    const stranger = await world.payer()
    expect(await payer.record({ reason: ' ' })).toMatchObject({ status: 400 })
    expect(await payer.record({ invoiceId: (await stranger.invoice()).id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
  })

  test('is recorded, read and given back by the operator only', async () => {
    const path = `/billing/companies/${payer.company.id}`
    const payment = {
      invoiceId: 1,
      kind: 'manual',
      amount: '49.00',
      reason: 'Eu paguei',
      clientId: crypto.randomUUID(),
    }
    for (const who of [payer.admin, await payer.company.supervisor(), await payer.company.attendant()]) {
      expect((await who.post(`${path}/payments`, payment)).status).toBe(403)
      expect((await who.get(path)).status).toBe(403)
      expect((await who.post(`${path}/payments/1/refund`, payment)).status).toBe(403)
      expect((await who.get('/billing/reviews')).status).toBe(403)
    }
  })
})

describe('a refund', () => {
  test('of a payment by Pix is done by its provider once, and the ledger follows', async () => {
    const payment = await payByPix()
    const refund = { amount: '9.00', clientId: crypto.randomUUID() }

    expect(await payer.refund(payment.id, refund)).toMatchObject({ status: 200 })
    // The amount of the first call counts.
    expect(await payer.refund(payment.id, { ...refund, amount: '49.00' })).toMatchObject({ status: 200 })
    expect(await payer.refund(payment.id, { amount: '41.00' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_REFUND_TOO_MUCH' },
    })

    expect(await payer.ledger()).toMatchObject([
      { kind: 'refund', amount: '-9.00', reason: 'Cobrado a mais' },
      { kind: 'payment', amount: '49.00', refundAsked: null },
    ])
    expect(world.pix.books().refunds.filter(({ amountCents }) => amountCents === 900)).toHaveLength(1)
    // The licence stays renewed, and the operator sees it.
    expect(await payer.invoice()).toMatchObject({ status: 'paid' })
    expect(await payer.reviews()).toMatchObject([{ reason: 'refunded', amount: '9.00' }])
  })

  test('that takes its time is shown as in progress, and no other one begins meanwhile', async () => {
    const payment = await payByPix()
    world.pix.efi.refundsAtOnce = false
    const asked = payer.refund(payment.id, { amount: '9.00' })
    await eventually(async () => expect(await payer.ledger()).toMatchObject([{ refundAsked: '9.00' }]))
    expect(await payer.refund(payment.id, { amount: '9.00' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_REFUND_PENDING' },
    })

    await eventually(() => expect(world.pix.books().refunds.length).toBeGreaterThan(0))
    world.pix.efi.finishRefunds()
    world.pix.efi.refundsAtOnce = true
    await eventually(async () =>
      expect(await payer.ledger()).toMatchObject([{ amount: '-9.00' }, { refundAsked: null }]),
    )
    expect(await asked).toMatchObject({ status: 200 })
  })

  test('that the provider refuses is said, gives nothing back, and waits for the operator', async () => {
    const payment = await payByPix()
    world.pix.efi.side.faults.answer(400, { times: 1, on: 'PUT /v2/pix', body: { nome: 'saldo_insuficiente' } })

    expect(await payer.refund(payment.id, { amount: '49.00' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_REFUND_REFUSED' },
    })
    expect(await payer.ledger()).toMatchObject([{ amount: '49.00', refundAsked: null }])
    expect(await payer.reviews()).toMatchObject([{ reason: 'refundRefused', amount: '49.00' }])
    expect(await payer.refund(payment.id, { amount: '49.00' })).toMatchObject({ status: 200 })
    await eventually(async () => expect(await payer.ledger()).toHaveLength(2))
  })

  test('goes on by itself when the provider was down', async () => {
    const payment = await payByPix()
    world.pix.efi.side.faults.answer(503, { times: 30, on: 'PUT /v2/pix' })
    const asked = payer.refund(payment.id, { amount: '49.00' })
    await eventually(async () => expect(await payer.ledger()).toMatchObject([{ refundAsked: '49.00' }]))
    world.pix.efi.side.faults.clear()

    await askAboutRefunds(world.world.app.deps)
    expect((await asked).status).toBe(200)
    await eventually(async () => expect(await payer.ledger()).toMatchObject([{ amount: '-49.00' }, {}]))
  })

  test('that two processes ask for at the same moment is given back once', async () => {
    await world.use('asaas')
    const payment = await payByPix()
    const { faults, requests } = world.pix.asaas.side
    faults.delay(1000, { on: 'POST /v3/payments' })
    const clientId = crypto.randomUUID()
    const asked = payer.refund(payment.id, { amount: '9.00', clientId })
    await eventually(() => expect(requests).toContain(`POST /v3/payments/${payment.externalId}/refund`))
    await askAboutRefunds(world.world.app.deps)
    expect((await asked).status).toBe(200)
    await eventually(async () =>
      expect(await payer.ledger()).toMatchObject([{ kind: 'refund' }, { refundAsked: null }]),
    )
    await settled()
    await world.use('efi')

    expect(await payer.ledger()).toMatchObject([{ amount: '-9.00' }, { amount: '49.00' }])
    expect(world.pix.books().refunds.filter(({ id }) => id === clientId.replaceAll('-', ''))).toHaveLength(1)
  })

  test('waits for its own money, whatever else the provider gives back meanwhile', async () => {
    const payment = await payByPix()
    await payer.refund(payment.id, { amount: '20.00' })
    world.pix.efi.side.faults.answer(503, { times: 30, on: 'PUT /v2/pix' })
    const asked = payer.refund(payment.id, { amount: '10.00' })
    await eventually(async () => expect((await payer.ledger())[1]).toMatchObject({ refundAsked: '10.00' }))
    world.pix.bank.refund(payment.externalId, 100)
    await eventually(async () => expect(await payer.ledger()).toMatchObject([{ amount: '-1.00', reason: '' }, {}, {}]))
    expect((await payer.ledger())[2]).toMatchObject({ amount: '49.00', refundAsked: '10.00' })

    world.pix.efi.side.faults.clear()
    await askAboutRefunds(world.world.app.deps)
    expect((await asked).status).toBe(200)
    await eventually(async () => expect((await payer.ledger())[0]).toMatchObject({ amount: '-10.00' }))
    expect(await payer.ledger()).toHaveLength(4)
  })

  test('of money that came by another way is only noted', async () => {
    await payer.record()
    const [payment] = await payer.ledger()
    expect(await payer.refund(payment.id, { amount: '49.00' })).toMatchObject({ status: 200 })
    expect(await payer.ledger()).toMatchObject([{ kind: 'refund', amount: '-49.00' }, { kind: 'manual' }])
    const [refund] = await payer.ledger()
    expect(await payer.refund(refund.id, { amount: '1.00' })).toMatchObject({ status: 404 })
  })
})

describe('a payment to look at', () => {
  test('is not listed again when the operator saves the company', async () => {
    await payer.record({ amount: '10.00' })
    const [review] = await payer.reviews()
    const path = `/billing/companies/${payer.company.id}`
    await world.operator.put(`${path}/reviews/${review.id}`, { note: 'O resto vem amanhã' })

    // The invoice follows, so what follows a saved company has been done.
    await world.operator.put(`/companies/${payer.company.id}`, { dueDate: inDays(9) })
    await eventually(async () => expect((await payer.invoice()).dueDate).toBe(inDays(9)))
    await world.operator.put(`/companies/${payer.company.id}`, { dueDate: inDays(10) })
    await eventually(async () => expect((await payer.invoice()).dueDate).toBe(inDays(10)))
    expect(await payer.reviews()).toHaveLength(1)
  })

  test('is finished once, with what was done about it, and is in the audit log', async () => {
    const { id } = await payer.invoice()
    await payer.record({ amount: '60.00' })
    const [review] = await payer.reviews()
    expect(review).toMatchObject({ reason: 'surplus', amount: '11.00', invoiceId: id })

    const path = `/billing/companies/${payer.company.id}/reviews/${review.id}`
    expect(await world.operator.put(path, { note: 'Fica de crédito' })).toMatchObject({ status: 200 })
    expect(await world.operator.put(path, { note: 'Outra coisa' })).toMatchObject({ body: { note: 'Fica de crédito' } })
    const rows = await world.world.sql(`select from audit_log where company_id = $1 and action = 'payment.reviewed'`, [
      payer.company.id,
    ])
    expect(rows).toHaveLength(1)
    const stranger = await world.payer()
    expect(
      await world.operator.put(`/billing/companies/${stranger.company.id}/reviews/${review.id}`, { note: 'Nada' }),
    ).toMatchObject({ status: 404 })
  })
})

test('the database refuses to change the ledger', async () => {
  await payer.record()
  await expect(world.world.sql('update payments set amount_cents = 1')).rejects.toThrow('only grows')
  await expect(world.world.sql('delete from payments')).rejects.toThrow('only grows')
})
