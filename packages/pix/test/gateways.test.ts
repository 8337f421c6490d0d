import { describe, expect, test } from 'vitest'
import { type Provider, readBrCode } from '../src/index.ts'
import { errorOf, someCharge, someRefundId, testWorld } from './world.ts'

const world = testWorld()

const creations: Record<Provider, string> = { efi: 'PUT /v2/cob/', asaas: 'POST /v3/payments' }
const refunds: Record<Provider, string> = { efi: 'PUT /v2/pix/', asaas: 'POST /v3/payments/' }

describe.each<Provider>(['efi', 'asaas'])('a charge at %s', (provider) => {
  const side = () => world.server[provider].side
  const bank = () => world.server.bank

  test('is made with a code that the payer’s bank can read', async () => {
    const request = someCharge()

    const charge = await world.gateway(provider).createCharge(request)

    expect(charge.status).toBe('open')
    expect(readBrCode(charge.copyText).isValid).toBe(true)
    expect(bank().read(charge.copyText)).toMatchObject({
      id: charge.providerId,
      txid: request.txid,
      amountCents: 19_990,
      description: 'Fatura 1042',
    })
    expect(charge.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  })

  test('is the same one if it is asked for again', async () => {
    const request = someCharge()
    const first = await world.gateway(provider).createCharge(request)

    const second = await world.gateway(provider).createCharge(request)

    expect(second).toEqual(first)
    expect(world.booksOf(request.txid).charges).toHaveLength(1)
  })

  test('is refused if its txid belongs to another amount', async () => {
    const request = someCharge()
    await world.gateway(provider).createCharge(request)

    const error = await errorOf(world.gateway(provider).createCharge({ ...request, amountCents: 100 }))

    expect(error.kind).toBe('conflict')
    expect(world.booksOf(request.txid).charges).toMatchObject([{ amountCents: 19_990 }])
  })

  test('is made once although the answer was lost', async () => {
    const request = someCharge()
    side().faults.loseAnswers({ on: creations[provider] })

    const charge = await world.gateway(provider).createCharge(request)

    expect(world.booksOf(request.txid).charges).toMatchObject([{ id: charge.providerId }])
  })

  test('is made once although each answer of the creation was lost', async () => {
    const request = someCharge()
    side().faults.loseAnswers({ on: creations[provider], times: 3 })
    await world
      .gateway(provider)
      .createCharge(request)
      .catch(() => undefined)
    side().faults.clear()

    const charge = await world.gateway(provider).createCharge(request)

    expect(world.booksOf(request.txid).charges).toMatchObject([{ id: charge.providerId }])
  })

  test('that was paid before it was asked for again has no code', async () => {
    const request = someCharge()
    const { providerId } = await world.gateway(provider).createCharge(request)
    bank().pay(request.txid)

    expect(await world.gateway(provider).createCharge(request)).toEqual({
      providerId,
      copyText: '',
      expiresAt: undefined,
      status: 'paid',
    })
  })

  test.each([1, 29, 115, 4990, 999_999_999])('of %i cents is charged and paid to the cent', async (amountCents) => {
    const request = someCharge({ amountCents })
    const { copyText, providerId } = await world.gateway(provider).createCharge(request)
    bank().pay(copyText)

    const state = await world.gateway(provider).readCharge(providerId)

    expect(state).toMatchObject({ amountCents, payments: [{ amountCents }] })
  })

  test('of a company without digits alone in its CNPJ is made', async () => {
    const request = someCharge({ payer: { document: '12ABC34501DE35', name: 'Loja' } })
    await world.gateway(provider).createCharge(request)
    expect(world.booksOf(request.txid).charges).toHaveLength(1)
  })

  test.each([
    { txid: 'short' },
    { txid: `${'a'.repeat(26)}-` },
    { amountCents: 0 },
    { amountCents: -1 },
    { amountCents: 1.5 },
    { amountCents: Number.NaN },
    { amountCents: 1e15 },
    { expiresInSeconds: 0 },
    { description: 'x'.repeat(141) },
    { description: '' },
    { payer: { document: '123.456.789-09', name: 'Ana' } },
    { payer: { document: '12345678909', name: '' } },
  ])('is not sent with %o', async (change) => {
    const before = side().requests.length
    expect((await errorOf(world.gateway(provider).createCharge(someCharge(change)))).kind).toBe('invalid')
    expect(side().requests).toHaveLength(before)
  })
})

describe.each<Provider>(['efi', 'asaas'])('reading a charge at %s', (provider) => {
  const open = async () => {
    const request = someCharge()
    const gateway = world.gateway(provider)
    const { providerId } = await gateway.createCharge(request)
    const ledger = async () => {
      const { payments, status } = await gateway.readCharge(providerId)
      return { payments, status }
    }
    /** What the provider's books have, in the form of a ledger. */
    const books = () =>
      world.booksOf(request.txid).payments.map(({ id, amountCents, refundedCents }) => ({
        id,
        amountCents,
        refundedCents,
        paidAt: expect.any(Date),
      }))
    return { ...request, providerId, gateway, ledger, books }
  }

  test('tells that it is open', async () => {
    const { txid, providerId, gateway } = await open()
    expect(await gateway.readCharge(providerId)).toEqual({
      providerId,
      txid,
      amountCents: 19_990,
      status: 'open',
      providerStatus: provider === 'efi' ? 'ATIVA' : 'PENDING',
      payments: [],
    })
  })

  test('tells that it was paid, as the books have it', async () => {
    const { txid, ledger, books } = await open()
    world.server.bank.pay(txid)
    expect(books()).toMatchObject([{ amountCents: 19_990 }])
    expect(await ledger()).toEqual({ status: 'paid', payments: books() })
  })

  test('tells what was paid if that is less', async () => {
    const { txid, ledger, books, gateway, providerId } = await open()
    world.server.bank.payLess(txid, 19_989)
    expect(books()).toMatchObject([{ amountCents: 19_989 }])
    expect(await ledger()).toEqual({ status: 'paid', payments: books() })
    expect((await gateway.readCharge(providerId)).amountCents).toBe(19_990)
  })

  test('tells both payments if it was paid twice', async () => {
    const { txid, ledger, books } = await open()
    world.server.bank.payTwice(txid)
    expect(books()).toHaveLength(2)
    expect(await ledger()).toEqual({ status: 'paid', payments: books() })
  })

  test('tells a payment that came too late, and when', async () => {
    const { txid, ledger, books } = await open()
    const { paidAt } = world.server.bank.payLate(txid)
    const { payments } = await ledger()
    expect(payments).toEqual(books())
    const day = (moment: Date | undefined) => moment?.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    expect(day(payments[0]?.paidAt)).toBe(day(paidAt))
  })

  test('tells what was given back, in part and then in full', async () => {
    const { txid, ledger, books, gateway } = await open()
    const { id } = world.server.bank.pay(txid)

    expect(await gateway.refund(id, 5_000, someRefundId())).toMatchObject({
      status: expect.stringMatching(/done|processing/),
    })
    expect(books()).toMatchObject([{ refundedCents: 5_000 }])
    expect(await ledger()).toEqual({ status: 'paid', payments: books() })

    world.server.bank.refund(id)
    expect(books()).toMatchObject([{ refundedCents: 19_990 }])
    expect(await ledger()).toEqual({ status: 'refunded', payments: books() })
  })

  test('does not count a refund that is in progress or has failed', async () => {
    const { txid, ledger, gateway } = await open()
    const { id } = world.server.bank.pay(txid)
    const refundId = someRefundId()
    world.server[provider].refundsAtOnce = false

    expect(await gateway.refund(id, 5_000, refundId)).toEqual({ status: 'processing' })
    expect(await ledger()).toMatchObject({ status: 'paid', payments: [{ refundedCents: 0 }] })
    world.server[provider].finishRefunds('failed')
    world.server[provider].refundsAtOnce = true

    expect(await gateway.refund(id, 5_000, refundId)).toEqual({ status: 'failed' })
    expect(await ledger()).toMatchObject({ status: 'paid', payments: [{ refundedCents: 0 }] })
    await gateway.refund(id, 19_990, someRefundId())
    expect(await ledger()).toMatchObject({ status: 'refunded' })
  })

  test('is found by our own id too, and only if it exists', async () => {
    const gateway = world.gateway(provider)
    const request = someCharge()
    const { copyText, providerId } = await gateway.createCharge(request)
    world.server.bank.pay(copyText)

    expect(await gateway.findCharge(request.txid)).toEqual(await gateway.readCharge(providerId))
    expect(await gateway.findCharge('b'.repeat(26))).toBeUndefined()
  })

  test('fails for one that does not exist', async () => {
    expect((await errorOf(world.gateway(provider).readCharge('a'.repeat(26)))).kind).toBe('missing')
    expect((await errorOf(world.gateway(provider).readCharge('../../oauth/token?x=#'))).kind).toBe('missing')
  })

  test('tells that it was cancelled', async () => {
    const { ledger, gateway, providerId, txid } = await open()

    expect((await gateway.cancelCharge(providerId)).status).toBe('removed')

    expect(await ledger()).toEqual({ status: 'removed', payments: [] })
    expect((await gateway.cancelCharge(providerId)).status).toBe('removed')
    expect(() => world.server.bank.pay(txid)).toThrow('removed')
  })

  test('tells that it was paid a moment before it should be cancelled', async () => {
    const { gateway, providerId, txid } = await open()
    world.server.bank.pay(txid)

    expect(await gateway.cancelCharge(providerId)).toMatchObject({
      status: 'paid',
      payments: [{ amountCents: 19_990 }],
    })
  })

  test('tells money that came in although it was cancelled', async () => {
    const { gateway, providerId, txid, ledger } = await open()
    await gateway.cancelCharge(providerId)
    world.server.bank.payLate(txid)
    expect(await ledger()).toMatchObject({ status: 'paid', payments: [{ amountCents: 19_990 }] })
  })
})

describe.each<Provider>(['efi', 'asaas'])('a refund at %s', (provider) => {
  const paid = async () => {
    const request = someCharge()
    const gateway = world.gateway(provider)
    await gateway.createCharge(request)
    const { id } = world.server.bank.pay(request.txid)
    return { ...request, gateway, id }
  }

  test('is made once per id', async () => {
    const { txid, gateway, id } = await paid()
    const refundId = someRefundId()

    await gateway.refund(id, 5_000, refundId)
    expect(await gateway.refund(id, 5_000, refundId)).toEqual({ status: 'done' })

    expect(world.booksOf(txid).refunds).toMatchObject([{ id: refundId, amountCents: 5_000, status: 'done' }])
  })

  test('is made once although the answer was lost', async () => {
    const { txid, gateway, id } = await paid()
    world.server[provider].side.faults.loseAnswers({ on: refunds[provider] })

    expect(await gateway.refund(id, 5_000, someRefundId())).toEqual({ status: 'done' })

    expect(world.booksOf(txid).refunds).toMatchObject([{ amountCents: 5_000 }])
  })

  test('of more than was paid is refused', async () => {
    const { txid, gateway, id } = await paid()
    expect((await errorOf(gateway.refund(id, 19_991, someRefundId()))).kind).toBe('invalid')
    await gateway.refund(id, 10_000, someRefundId())
    expect((await errorOf(gateway.refund(id, 9_991, someRefundId()))).kind).toBe('invalid')
    expect(world.booksOf(txid).refunds).toHaveLength(1)
  })

  test('of an unknown payment is refused', async () => {
    expect((await errorOf(world.gateway(provider).refund('E00000000', 1, someRefundId()))).kind).toBe('missing')
  })

  test.each<[number, string]>([
    [0, 'a'],
    [-1, 'a'],
    [0.5, 'a'],
    [1, ''],
    [1, 'a/b'],
    [1, 'x'.repeat(36)],
  ])('of %d cents with the id %o is not sent', async (amountCents, refundId) => {
    const { requests } = world.server[provider].side
    const before = requests.length
    expect((await errorOf(world.gateway(provider).refund('E1', amountCents, refundId))).kind).toBe('invalid')
    expect(requests).toHaveLength(before)
  })
})
