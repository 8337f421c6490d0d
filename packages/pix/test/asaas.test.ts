import { describe, expect, test } from 'vitest'
import type { ChargeStatus } from '../src/index.ts'
import { errorOf, someCharge, testWorld } from './world.ts'

const world = testWorld()
const faults = () => world.server.asaas.side.faults
const countOf = (request: string) => world.server.asaas.side.requests.filter((one) => one === request).length

describe('a charge at Asaas', () => {
  test('needs a payer', async () => {
    const { payer: _left, ...request } = someCharge()
    const before = world.server.asaas.side.requests.length
    expect((await errorOf(world.asaas().createCharge(request))).kind).toBe('invalid')
    expect(world.server.asaas.side.requests).toHaveLength(before)
  })

  test('uses the customer that has the document, and adds none twice', async () => {
    const payer = { document: '52998224725', name: 'Rita' }
    const mine = () => world.server.asaas.customers.list.filter(({ cpfCnpj }) => cpfCnpj === payer.document)
    faults().loseAnswers({ on: 'POST /v3/customers' })
    await world.asaas().createCharge(someCharge({ payer }))
    await world.asaas().createCharge(someCharge({ payer }))
    // Asaas writes to customers by itself unless it is told not to.
    expect(mine()).toMatchObject([{ name: 'Rita', notificationDisabled: true }])
  })

  test('is due on the day in São Paulo on which it should expire', async () => {
    const request = someCharge({ expiresInSeconds: 86_400 })
    const { expiresAt } = await world.asaas().createCharge(request)
    const day = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    const due = day(new Date(Date.now() + 86_400_000))
    expect(expiresAt && day(expiresAt).slice(4)).toBe(due.slice(4))
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + 360 * 86_400_000)
  })

  test('ends with the day if the account has no Pix key', async () => {
    world.server.asaas.hasPixKey = false
    try {
      const { expiresAt } = await world.asaas().createCharge(someCharge())
      expect(expiresAt?.toLocaleTimeString('sv-SE', { timeZone: 'America/Sao_Paulo' })).toBe('23:59:59')
      expect(expiresAt?.getTime()).toBeLessThan(Date.now() + 86_400_000)
    } finally {
      world.server.asaas.hasPixKey = true
    }
  })

  test('is not sent twice if nobody knows what became of it', async () => {
    const request = someCharge()
    const before = countOf('POST /v3/payments')
    faults().reset({ on: 'POST /v3/payments' })

    expect(await errorOf(world.asaas().createCharge(request))).toMatchObject({
      kind: 'unreachable',
      mayHaveHappened: true,
    })

    expect(countOf('POST /v3/payments') - before).toBe(1)
    expect(world.booksOf(request.txid).charges).toEqual([])
  })

  test('is sent again if it was refused because of too many requests', async () => {
    const request = someCharge()
    faults().limitRate(0, { on: 'POST /v3/payments' })
    await world.asaas().createCharge(request)
    expect(world.booksOf(request.txid).charges).toHaveLength(1)
  })

  test('that was deleted is made anew', async () => {
    const request = someCharge()
    const { providerId } = await world.asaas().createCharge(request)
    await world.asaas().cancelCharge(providerId)
    expect((await world.asaas().createCharge(request)).providerId).not.toBe(providerId)
  })

  test.each<[string, ChargeStatus, number]>([
    ['PENDING', 'open', 0],
    ['OVERDUE', 'open', 0],
    ['CONFIRMED', 'pending', 0],
    ['AWAITING_RISK_ANALYSIS', 'pending', 0],
    ['RECEIVED', 'paid', 1],
    ['RECEIVED_IN_CASH', 'paid', 1],
    ['DUNNING_RECEIVED', 'paid', 1],
    ['REFUND_REQUESTED', 'paid', 1],
    ['REFUND_IN_PROGRESS', 'paid', 1],
    ['REFUNDED', 'refunded', 1],
    ['DUNNING_REQUESTED', 'other', 0],
    ['CHARGEBACK_REQUESTED', 'other', 0],
    ['CHARGEBACK_DISPUTE', 'other', 0],
    ['AWAITING_CHARGEBACK_REVERSAL', 'other', 0],
    ['SOMETHING_NEW', 'other', 0],
  ])('that is %s is %s', async (providerStatus, status, count) => {
    const body = { id: 'pay_1', status: providerStatus, value: 199.9, dateCreated: '2026-11-21' }
    faults().answer(200, { on: 'GET /v3/payments/pay_1', body })
    const state = await world.asaas().readCharge('pay_1')
    expect(state).toMatchObject({ status, providerStatus, amountCents: 19_990, txid: '' })
    expect(state.payments).toHaveLength(count)
  })

  test('was paid when its day began in São Paulo', async () => {
    const body = { id: 'pay_1', status: 'RECEIVED', value: 1, dateCreated: '2026-11-20', paymentDate: '2026-11-21' }
    faults().answer(200, { on: 'GET /v3/payments/pay_1', body })
    expect((await world.asaas().readCharge('pay_1')).payments[0]?.paidAt).toEqual(new Date('2026-11-21T03:00:00.000Z'))
  })

  test.each([199.999, -1, '199,90', null])('of %o is unexpected', async (value) => {
    faults().answer(200, {
      on: 'GET /v3/payments/pay_1',
      body: { id: 'pay_1', status: 'PENDING', value, dateCreated: '2026-11-21' },
    })
    expect((await errorOf(world.asaas().readCharge('pay_1'))).kind).toBe('unexpected')
  })
})

describe('the token of Asaas', () => {
  test('that is wrong is told', async () => {
    const error = await errorOf(world.asaas({ accessToken: '$aact_hmlg_wrong' }).test())
    expect(error).toMatchObject({ kind: 'credentials', code: 'invalid_access_token', status: 401 })
  })

  test('that cannot stand in a header is told without it', async () => {
    const error = await errorOf(world.asaas({ accessToken: 'line\nbreak' }).test())
    expect(error.kind).toBe('credentials')
    expect(error.message).not.toContain('break')
  })
})

describe('the webhook of Asaas', () => {
  test.each([31, 256])('is not registered with a token of %i characters', async (length) => {
    const gateway = world.asaas({ webhookToken: 'x'.repeat(length) })
    expect((await errorOf(gateway.registerWebhook('https://guiche.example/asaas'))).kind).toBe('invalid')
  })
})
