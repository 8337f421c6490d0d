import { describe, expect, test } from 'vitest'
import { BankError } from '../src/index.ts'
import { testWorld } from './world.ts'

const world = testWorld()

describe.each(['efi', 'asaas'] as const)('the bank’s app, with a charge of %s', (provider) => {
  const bank = () => world.server.bank

  test('reads its code', async () => {
    const { id, copyText } = await world.charge(provider)
    expect(bank().read(` ${copyText}\n`)).toMatchObject({ provider, id, amountCents: 19_990 })
    expect(() => bank().read(copyText.replace('GUICHE', 'GUISHE'))).toThrow(BankError)
    expect(() => bank().read('https://example.com')).toThrow('no BR Code')
  })

  test('pays it once', async () => {
    const { id, copyText } = await world.charge(provider)
    expect(bank().pay(copyText)).toMatchObject({ amountCents: 19_990 })
    expect(() => bank().pay(id)).toThrow('paid')
  })

  test('pays less, more, twice and late', async () => {
    const pay = async (how: (id: string) => unknown) => {
      const { id } = await world.charge(provider)
      const { txid } = bank().find(id)
      how(id)
      return world.server.books().payments.filter((payment) => payment.txid === txid)
    }
    expect(await pay((id) => bank().payLess(id))).toMatchObject([{ amountCents: 9_995 }])
    expect(await pay((id) => bank().payLess(id, 1))).toMatchObject([{ amountCents: 1 }])
    expect(await pay((id) => bank().payAmount(id, 20_000))).toMatchObject([{ amountCents: 20_000 }])
    expect(await pay((id) => bank().payTwice(id))).toMatchObject([{ amountCents: 19_990 }, { amountCents: 19_990 }])
    const [late] = await pay((id) => bank().payLate(id))
    const charge = bank().find(late?.chargeId ?? '')
    expect(late?.paidAt.getTime()).toBeGreaterThan(charge.expiresAt.getTime())
    expect(() => bank().payAmount(charge, 0)).toThrow('amount')
  })

  test('refuses what has expired', async () => {
    const { id } = await world.charge(provider)
    await world.server.clock.turn({ days: 500 })
    expect(() => bank().pay(id)).toThrow('expired')
    world.forgetToken()
  })

  test('gives back no more than came in', async () => {
    const { id } = await world.charge(provider)
    const payment = bank().payLess(id, 1_000)
    bank().refund(payment.id, 400)
    expect(() => bank().refund(payment.id, 601)).toThrow('given back')
    bank().refund(payment.id)
    expect(() => bank().refund(payment.id)).toThrow('given back')
    expect(() => bank().refund('nobody')).toThrow('no payment')
    expect(world.server.books().payments.find((one) => one.id === payment.id)?.refundedCents).toBe(1_000)
    expect(world.server.books().refunds.filter(({ paymentId }) => paymentId === payment.id)).toMatchObject([
      { provider, amountCents: 400, status: 'done' },
      { provider, amountCents: 600, status: 'done' },
    ])
  })

  test('leaves all of it in the books', async () => {
    const { id } = await world.charge(provider)
    const { txid } = bank().find(id)
    bank().pay(id)
    const { charges, payments } = world.server.books()
    expect(charges.filter((charge) => charge.txid === txid)).toEqual([
      { provider, id, txid, amountCents: 19_990, status: 'paid' },
    ])
    expect(payments.filter((payment) => payment.txid === txid)).toEqual([
      {
        provider,
        chargeId: id,
        txid,
        id: expect.any(String),
        amountCents: 19_990,
        paidAt: expect.any(Date),
        refundedCents: 0,
      },
    ])
  })
})
