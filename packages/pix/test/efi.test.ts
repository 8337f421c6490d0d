import { p12Of } from '@guiche/pix-testserver'
import { describe, expect, test } from 'vitest'
import { errorOf, someCharge, testWorld } from './world.ts'

const world = testWorld()

describe('the account’s certificate at Efí', () => {
  test('may be a .pem file', async () => {
    await expect(world.efi({ certificate: world.server.efi.pem }).test()).resolves.toBeUndefined()
  })

  test('of another authority is refused, and nothing is sent', async () => {
    const before = world.server.efi.side.requests.length
    const error = await errorOf(world.efi({ certificate: p12Of(world.server.efi.foreignIdentity()) }).test())
    expect(error.kind).toBe('certificate')
    expect(world.server.efi.side.requests).toHaveLength(before)
  })

  test.each([
    ['garbage', () => Buffer.from('garbage')],
    ['empty', () => Buffer.alloc(0)],
    ['a .pem file without a key', () => Buffer.from(world.server.ca)],
    ['a .p12 file with a password', () => p12Of(world.server.efi.identity, 'password')],
  ])('that is %s cannot be read', async (_name, file) => {
    const error = await errorOf(world.efi({ certificate: file() }).test())
    expect(error).toMatchObject({ kind: 'certificate', mayHaveHappened: false })
    expect(error.message).toContain('.p12 file without a password')
  })

  test('that a proxy does not accept is told by its page', async () => {
    const page = '<html><head><title>400 No required SSL certificate was sent</title></head></html>'
    world.server.efi.side.faults.answer(400, { text: page })
    expect((await errorOf(world.efi().test())).kind).toBe('certificate')
  })

  test('is not blamed for the first connection, if that is cut and the next is not', async () => {
    world.server.efi.side.faults.reset({ times: 2 })
    await expect(world.efi().test()).resolves.toBeUndefined()
  })

  test('is not blamed for a connection that is cut once it has been accepted', async () => {
    const gateway = world.efi()
    await gateway.test()
    world.server.efi.side.faults.reset({ times: 3 })
    expect((await errorOf(gateway.test())).kind).toBe('unreachable')
  })
})

describe('credentials at Efí', () => {
  test('that are wrong are told from everything else', async () => {
    const { clientId } = world.server.efi.account
    for (const options of [{ clientSecret: 'wrong' }, { clientId: `${clientId}x` }]) {
      expect(await errorOf(world.efi(options).test())).toMatchObject({ kind: 'credentials', code: 'invalid_client' })
    }
  })

  test('that do not allow everything are told with what is missing', async () => {
    const { tokens } = world.server.efi
    const all = tokens.scopes
    tokens.scopes = ['cob.write', 'cob.read', 'pix.read', 'webhook.read']
    try {
      const error = await errorOf(world.efi().test())
      expect(error.kind).toBe('forbidden')
      expect(error.message).toContain('pix.write, webhook.write')
    } finally {
      tokens.scopes = all
    }
  })

  test('of another account than the Pix key are told', async () => {
    const gateway = world.efi({ pixKey: 'other@example.com' })
    expect((await errorOf(gateway.test())).kind).toBe('forbidden')
    expect((await errorOf(gateway.createCharge(someCharge()))).kind).toBe('forbidden')
  })
})

describe('the token of Efí', () => {
  const tokens = () => world.server.efi.side.requests.filter((request) => request === 'POST /oauth/token').length

  test('is fetched once for many calls at the same time', async () => {
    const gateway = world.efi()
    const before = tokens()
    await Promise.all(Array.from({ length: 5 }, () => gateway.createCharge(someCharge())))
    await gateway.createCharge(someCharge())
    expect(tokens() - before).toBe(1)
  })

  test('is fetched again once it is no longer accepted', async () => {
    const gateway = world.efi()
    const { providerId } = await gateway.createCharge(someCharge())
    const before = tokens()
    world.server.efi.tokens.expire()

    const states = await Promise.all(Array.from({ length: 5 }, () => gateway.readCharge(providerId)))

    expect(states.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'open'))
    expect(tokens() - before).toBe(1)
  })

  test('that is refused again and again ends as wrong credentials', async () => {
    const gateway = world.efi()
    const { providerId } = await gateway.createCharge(someCharge())
    world.server.efi.side.faults.answer(401, { on: 'GET /v2/cob/', times: 2 })
    expect((await errorOf(gateway.readCharge(providerId))).kind).toBe('credentials')
    expect((await gateway.readCharge(providerId)).status).toBe('open')
  })

  test('that could not be fetched is asked for again by the next call', async () => {
    const gateway = world.efi()
    world.server.efi.side.faults.answer(500, { on: 'POST /oauth/token', times: 3 })
    expect((await errorOf(gateway.createCharge(someCharge()))).kind).toBe('unavailable')
    expect((await gateway.createCharge(someCharge())).status).toBe('open')
  })
})

describe('a charge at Efí', () => {
  const view = async () => {
    const request = someCharge()
    await world.efi().createCharge(request)
    const { copyText } = world.server.bank.find(request.txid)
    return {
      request: someCharge(),
      answer: {
        txid: request.txid,
        status: 'ATIVA',
        calendario: { criacao: '2026-11-21T12:00:00.000Z', expiracao: 3600 },
        valor: { original: '199.90' },
        pixCopiaECola: copyText,
      },
    }
  }

  test('that is asked for twice at the same moment is made once', async () => {
    const request = someCharge()
    const [one, other] = await Promise.all([world.efi().createCharge(request), world.efi().createCharge(request)])
    expect(one).toEqual(other)
    expect(world.booksOf(request.txid).charges).toHaveLength(1)
  })

  test('expires when Efí says', async () => {
    const { request, answer } = await view()
    world.server.efi.side.faults.answer(201, { on: 'PUT /v2/cob/', body: answer })
    expect((await world.efi().createCharge(request)).expiresAt).toEqual(new Date('2026-11-21T13:00:00.000Z'))
  })

  test('without a copy text gets it from its location', async () => {
    const { answer } = await view()
    const { pixCopiaECola: _left, ...rest } = answer
    world.server.efi.side.faults.answer(201, { on: 'PUT /v2/cob/', body: { ...rest, loc: { id: 1 } } })
    expect((await world.efi().createCharge(someCharge())).copyText).toMatch(/^000201/)
  })

  test.each<[string, (code: string) => string]>([
    ['damaged', (code) => code.replace('GUICHE', 'GUISHE')],
    ['missing', () => ''],
    [
      'about another amount',
      () =>
        '00020126440014br.gov.bcb.pix0122financeiro@example.com520400005303986540549.005802BR5913EMPRESA TESTE6009SAO PAULO62130509FATURA12363045002',
    ],
  ])('whose code is %s is not shown to anybody', async (_name, change) => {
    const { answer } = await view()
    world.server.efi.side.faults.answer(201, {
      on: 'PUT /v2/cob/',
      body: { ...answer, pixCopiaECola: change(answer.pixCopiaECola) },
    })
    expect((await errorOf(world.efi().createCharge(someCharge()))).kind).toBe('unexpected')
  })

  test('with an amount that is none is unexpected', async () => {
    const { answer } = await view()
    for (const original of ['199,90', '199.999', '1e3', '']) {
      world.server.efi.side.faults.answer(201, { on: 'PUT /v2/cob/', body: { ...answer, valor: { original } } })
      expect((await errorOf(world.efi().createCharge(someCharge()))).kind).toBe('unexpected')
    }
  })

  test('in a state that we do not know is read, and changes nothing', async () => {
    const { answer } = await view()
    world.server.efi.side.faults.answer(200, { on: 'GET /v2/cob/', body: { ...answer, status: 'EM_ANALISE', novo: 1 } })
    expect(await world.efi().readCharge(answer.txid)).toMatchObject({ status: 'other', providerStatus: 'EM_ANALISE' })
  })
})
