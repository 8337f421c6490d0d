import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { PixErrorKind, PixGateway, Provider } from '../src/index.ts'
import { errorOf, someCharge, someRefundId, testWorld, webhookSecret } from './world.ts'

const world = testWorld()

const reads: Record<Provider, string> = { efi: 'GET /v2/cob/', asaas: 'GET /v3/payments/' }

describe.each<Provider>(['efi', 'asaas'])('%s', (provider) => {
  const side = () => world.server[provider].side
  const countOf = (beginning: string) => side().requests.filter((request) => request.startsWith(beginning)).length
  /** A charge, read by a gateway that is connected already. */
  const charged = async (change: Parameters<typeof world.gateway>[1] = {}) => {
    const gateway = world.gateway(provider, change)
    const { providerId } = await gateway.createCharge(someCharge())
    await gateway.readCharge(providerId)
    const before = countOf(reads[provider])
    return { gateway, providerId, tries: () => countOf(reads[provider]) - before }
  }

  test.each<[number, PixErrorKind, number]>([
    [400, 'invalid', 1],
    [403, 'forbidden', 1],
    [404, 'missing', 1],
    [409, 'conflict', 1],
    [422, 'invalid', 1],
    [429, 'busy', 3],
    [500, 'unavailable', 3],
    [502, 'unavailable', 3],
    [503, 'unavailable', 3],
    [302, 'unexpected', 1],
    [418, 'unexpected', 1],
  ])('that answers %i is %s, after %i tries', async (status, kind, expected) => {
    const { gateway, providerId, tries } = await charged()
    side().faults.answer(status, { on: reads[provider], times: expected })

    const error = await errorOf(gateway.readCharge(providerId))

    expect(error).toMatchObject({ name: 'PixError', provider, kind, status })
    expect(tries()).toBe(expected)
  })

  test.each([429, 500, 503])('that answers %i for a moment is asked again', async (status) => {
    const { gateway, providerId, tries } = await charged()
    side().faults.answer(status, { on: reads[provider], times: 2 })

    expect((await gateway.readCharge(providerId)).providerId).toBe(providerId)
    expect(tries()).toBeGreaterThanOrEqual(3)
  })

  test('that wants us to wait longer than a payer would is not asked again', async () => {
    const { gateway, providerId, tries } = await charged()
    side().faults.limitRate(120, { on: reads[provider] })

    expect(await errorOf(gateway.readCharge(providerId))).toMatchObject({ kind: 'busy', retryAfterSeconds: 120 })
    expect(tries()).toBe(1)
  })

  test('that wants us to wait a moment is asked again', async () => {
    const { gateway, providerId } = await charged()
    side().faults.limitRate(0, { on: reads[provider] })
    expect((await gateway.readCharge(providerId)).providerId).toBe(providerId)
  })

  test('that is down cannot be reached, and is asked again when it is up', async () => {
    const { gateway, providerId } = await charged()
    await side().stop()
    try {
      const error = await errorOf(gateway.readCharge(providerId))
      expect(error.kind).toBe('unreachable')
      expect(error.message).toContain('ECONN')
      // Nothing was sent, so nothing can have happened.
      expect(await errorOf(world.gateway(provider).createCharge(someCharge()))).toMatchObject({
        kind: 'unreachable',
        mayHaveHappened: false,
      })
    } finally {
      await side().start()
    }
    expect((await gateway.readCharge(providerId)).status).toBe('open')
  })

  test('that has no address cannot be reached', async () => {
    const options = { baseUrl: 'https://pix.invalid' }
    const gateway = provider === 'efi' ? world.efi(options) : world.asaas(options)
    expect((await errorOf(gateway.test())).kind).toBe('unreachable')
  })

  test('that cuts each connection cannot be reached', async () => {
    const { gateway, providerId, tries } = await charged()
    side().faults.reset({ on: reads[provider], times: 3 })
    expect(await errorOf(gateway.readCharge(providerId))).toMatchObject({ kind: 'unreachable', mayHaveHappened: true })
    expect(tries()).toBe(3)
  })

  test('that cuts one connection is asked again', async () => {
    const { gateway, providerId } = await charged()
    side().faults.reset({ on: reads[provider] })
    expect((await gateway.readCharge(providerId)).providerId).toBe(providerId)
  })

  test('that does not answer in time is slow', async () => {
    const { gateway, providerId } = await charged({ answerMs: 3_000, tries: 1 })
    side().faults.delay(3_600_000, { on: reads[provider] })
    expect(await errorOf(gateway.readCharge(providerId))).toMatchObject({ kind: 'slow', mayHaveHappened: true })
  })

  test('that answers broken JSON is unexpected', async () => {
    const { gateway, providerId, tries } = await charged()
    side().faults.garble({ on: reads[provider] })
    expect((await errorOf(gateway.readCharge(providerId))).kind).toBe('unexpected')
    expect(tries()).toBe(1)
  })

  test.each<[string, unknown]>([
    ['a body without the documented fields', {}],
    ['a list', []],
    ['a text', '<html>'],
    ['a body of more than a megabyte', { page: 'x'.repeat(1_100_000) }],
  ])('that answers %s is unexpected', async (_name, body) => {
    const { gateway, providerId } = await charged()
    side().faults.answer(200, { on: reads[provider], body })
    expect((await errorOf(gateway.readCharge(providerId))).kind).toBe('unexpected')
  })

  test('whose own certificate nobody trusts is not spoken to', async () => {
    await side().showCertificate('wrong')
    try {
      const gateway = world.gateway(provider)
      const before = side().requests.length
      expect(await errorOf(gateway.test())).toMatchObject({ kind: 'certificate', mayHaveHappened: false })
      expect(side().requests).toHaveLength(before)
    } finally {
      await side().showCertificate('right')
    }
  })

  test('whose authority is not among those that Node knows is not spoken to', async () => {
    const gateway = provider === 'efi' ? world.efi({ ca: undefined }) : world.asaas({ ca: undefined })
    expect((await errorOf(gateway.test())).kind).toBe('certificate')
  })

  test('is tested: everything works', async () => {
    await expect(world.gateway(provider).test()).resolves.toBeUndefined()
  })

  test('makes no second charge if a creation fails in any way', async () => {
    const creation = provider === 'efi' ? 'PUT /v2/cob/' : 'POST /v3/payments'
    const { faults } = side()
    const plans = [
      () => faults.answer(500, { on: creation, times: 3 }),
      () => faults.reset({ on: creation, times: 3 }),
      () => faults.loseAnswers({ on: creation, times: 3 }),
      () => faults.garble({ on: creation, times: 3 }),
    ]
    for (const plan of plans) {
      const request = someCharge()
      plan()
      const gateway = world.gateway(provider)
      await gateway.createCharge(request).catch(() => undefined)
      await gateway.createCharge(request).catch(() => undefined)
      faults.clear()
      const { providerId } = await gateway.createCharge(request)
      expect(world.booksOf(request.txid).charges).toMatchObject([{ id: providerId }])
    }
  })

  test('gives back once if a refund fails in any way', async () => {
    const refund = provider === 'efi' ? 'PUT /v2/pix/' : 'POST /v3/payments/'
    const { faults } = side()
    const plans = [
      () => faults.answer(500, { on: refund, times: 3 }),
      () => faults.reset({ on: refund, times: 3 }),
      () => faults.loseAnswers({ on: refund, times: 3 }),
      () => faults.garble({ on: refund, times: 3 }),
    ]
    for (const plan of plans) {
      const gateway = world.gateway(provider)
      const { txid } = await chargeOf(gateway)
      const { id } = world.server.bank.pay(txid)
      const refundId = someRefundId()
      plan()
      await gateway.refund(id, 5_000, refundId).catch(() => undefined)
      await gateway.refund(id, 5_000, refundId).catch(() => undefined)
      faults.clear()
      expect(await gateway.refund(id, 5_000, refundId)).toEqual({ status: 'done' })
      expect(world.booksOf(txid).refunds).toMatchObject([{ id: refundId, amountCents: 5_000 }])
    }
  })

  test('shows no secret in any error, even if it repeats one', async () => {
    const { account } = world.server.efi
    const { accessToken } = world.server.asaas
    const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')
    const secrets = [account.clientSecret, accessToken, basic, webhookSecret]
    const words = `you sent ${secrets.join(' and ')}`
    const bodies = [
      { errors: [{ code: words, description: words }] },
      { nome: words, mensagem: words },
      { error: words, error_description: words },
      { type: words, title: words, detail: words, violacoes: [{ razao: words, propriedade: words }] },
    ]
    for (const body of bodies) {
      side().faults.answer(400, { body })
      const error = await errorOf(world.gateway(provider).test())
      expect(error.kind).toBe('invalid')
      const shown = inspect(error, { depth: 10, showHidden: true }) + JSON.stringify(error) + error.stack
      for (const secret of provider === 'efi'
        ? [account.clientSecret, basic, webhookSecret]
        : [accessToken, webhookSecret])
        expect(shown).not.toContain(secret)
    }
  })
})

async function chargeOf(gateway: PixGateway) {
  const request = someCharge()
  await gateway.createCharge(request)
  return request
}
