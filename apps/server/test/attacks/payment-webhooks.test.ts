import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type World, eventually } from '#test/world'
import { type PixWorld, createPixWorld } from '#test/world/pix-world'

let paying: PixWorld
let pix: PixWorld['pix']
let world: World
/** What the registered address holds, which only the provider knows. */
let secret = ''

beforeAll(async () => {
  paying = await createPixWorld()
  pix = paying.pix
  world = paying.world
  await paying.use('efi')
  secret = new URL(pix.efi.webhookUrl ?? '').searchParams.get('hmac') ?? ''
  if (secret === '') throw new Error('the webhook was not registered')
})
afterAll(async () => {
  paying.assertNoProblems()
  await paying.close()
})

interface Owing {
  company: Company
  txid: string
  code: string
}

/** A company with an open invoice of R$ 49,00 and the charge that pays it. */
async function owing(): Promise<Owing> {
  const { company, subscribe } = await paying.payer()
  const { body } = await subscribe()
  return { company, txid: body.txid, code: body.qrcode.qrcode }
}

let victim: Owing
beforeEach(async () => {
  victim = await owing()
})

interface Sent {
  path?: string
  query?: string
  headers?: Record<string, string>
}

const efi = '/subscription/webhook/efi'
const asaas = '/subscription/webhook/asaas'

/** Sends a webhook as the provider does, from its address and with its secret, but with any body. */
async function send(body: unknown, { path = efi, query = `hmac=${secret}`, headers = {} }: Sent = {}): Promise<number> {
  const written = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body)
  const { status } = await world.anonymous.post(`${path}?${query}`, written, {
    headers: {
      'content-type': 'application/json',
      ...(path === asaas && { 'asaas-access-token': secret }),
      ...headers,
    },
  })
  return status
}

const report = (txid: string, change: object = {}) => ({
  pix: [
    {
      endToEndId: `E18036150${randomBytes(11).toString('hex')}`.slice(0, 32),
      txid,
      valor: '49.00',
      horario: new Date().toISOString(),
      ...change,
    },
  ],
})
const event = (txid: string) => ({
  id: `evt_${randomBytes(8).toString('hex')}`,
  event: 'PAYMENT_RECEIVED',
  payment: { id: 'pay_1', externalReference: txid, value: 49, status: 'RECEIVED' },
})

/** Everything that a payment would change. */
async function money(): Promise<unknown> {
  const read = (text: string) => world.sql(text)
  return {
    invoices: await read('select company_id, id, due_date, amount_cents, status, paid_at from invoices order by id'),
    charges: await read('select company_id, id, invoice_id, status, amount_cents from charges order by id'),
    ledger: await read('select * from payments order by id'),
    reviews: await read('select * from payment_reviews order by id'),
    companies: await read('select id, due_date, plan_id from companies order by id'),
    audited: await read(`select id from audit_log where action in ('invoice.paid', 'company.renewed') order by id`),
  }
}

/** All that the product does about reports is done. */
const settled = () =>
  eventually(async () => {
    const left = await world.sql(
      `select state::text from pgboss.job where name = 'billing.settle' and state in ('created', 'retry', 'active')
       union all select 'waiting' from payment_webhooks where next_read_at is not null`,
    )
    expect(left).toEqual([])
  })

async function expectNothingMoved(attack: () => Promise<void>): Promise<void> {
  const before = await money()
  await attack()
  await settled()
  expect(await money()).toEqual(before)
}

const ledgerOf = ({ company }: Owing) =>
  world.sql('select kind, amount_cents, external_id from payments where company_id = $1 order by id', [company.id])
const renewalsOf = ({ company }: Owing) =>
  world.sql(
    `select action from audit_log where company_id = $1 and action in ('invoice.paid', 'company.renewed') order by action`,
    [company.id],
  )

describe('a report of a payment that never happened', () => {
  test.each<[string, object]>([
    ['of what was asked', {}],
    ['of more', { valor: '999999.99' }],
    ['of a negative amount', { valor: '-49.00' }],
    ['of a number', { valor: 49 }],
    ['with a refund', { devolucoes: [{ id: 'D1', valor: '49.00', status: 'DEVOLVIDO' }] }],
    ['with a status and a company', { status: 'CONCLUIDA', companyId: 1, invoiceId: 1 }],
    ['from the future', { horario: '2999-01-01T00:00:00Z' }],
  ])('%s moves nothing, although the forger knows the secret', async (_what, change) => {
    await expectNothingMoved(async () => {
      expect(await send(report(victim.txid, change))).toBe(200)
      expect(await send(report(victim.txid, change), { path: `${efi}/pix` })).toBe(200)
    })
  })

  test('at a provider that the charge was not made with moves nothing', async () => {
    await expectNothingMoved(async () => {
      expect(await send(event(victim.txid), { path: asaas })).toBe(200)
    })
  })

  test('with the payment of another company renews only who has paid', async () => {
    const payer = await owing()
    const held = pix.webhooks.hold()
    const { id } = pix.bank.pay(payer.code)

    await expectNothingMoved(async () => {
      expect(await send(report(victim.txid, { endToEndId: id }))).toBe(200)
      expect(await send({ pix: [...report(victim.txid, { endToEndId: id }).pix, { txid: 'x', endToEndId: id }] })).toBe(
        200,
      )
    })
    await held.release()
    await settled()

    expect(await ledgerOf(payer)).toEqual([{ kind: 'payment', amount_cents: 4900, external_id: id }])
    expect(await ledgerOf(victim)).toEqual([])
    expect(await renewalsOf(victim)).toEqual([])
  })

  test('of the whole amount, where less was paid, renews nothing and waits for the operator', async () => {
    const held = pix.webhooks.hold()
    const { id } = pix.bank.payAmount(victim.code, 4899)
    expect(await send(report(victim.txid, { endToEndId: id }))).toBe(200)
    await held.release()
    await settled()

    expect(await ledgerOf(victim)).toEqual([{ kind: 'payment', amount_cents: 4899, external_id: id }])
    expect(await renewalsOf(victim)).toEqual([])
    expect(
      await world.sql('select reason, amount_cents from payment_reviews where company_id = $1', [victim.company.id]),
    ).toEqual([{ reason: 'tooLittle', amount_cents: 4899 }])
  })
})

describe('a report of a real payment', () => {
  test('that comes ten times at once, alike and in ten forms, renews once', async () => {
    const held = pix.webhooks.hold()
    const { id } = pix.bank.pay(victim.code)
    const real = report(victim.txid, { endToEndId: id })
    const forms = Array.from({ length: 10 }, (_, nth) => ({ ...real, attempt: nth }))

    const answers = await Promise.all([...forms.map((form) => send(form)), ...forms.map(() => send(real))])
    await held.release()
    await settled()

    expect(answers).toEqual(answers.map(() => 200))
    expect(await ledgerOf(victim)).toEqual([{ kind: 'payment', amount_cents: 4900, external_id: id }])
    expect(await renewalsOf(victim)).toEqual([{ action: 'company.renewed' }, { action: 'invoice.paid' }])
    await expectNothingMoved(async () => {
      expect(await send(real)).toBe(200)
      expect(await send({ ...real, attempt: 'later' })).toBe(200)
    })
  })

  test('counts with any content type, once', async () => {
    const held = pix.webhooks.hold()
    const { id } = pix.bank.pay(victim.code)
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=x',
    ]
    for (const type of types)
      expect(await send(report(victim.txid, { endToEndId: id, type }), { headers: { 'content-type': type } })).toBe(200)
    for (const type of ['', 'x', '/', 'text/'])
      expect(await send(report(victim.txid, { endToEndId: id, type }), { headers: { 'content-type': type } })).toBe(415)
    await settled()
    expect(await ledgerOf(victim)).toEqual([{ kind: 'payment', amount_cents: 4900, external_id: id }])
    await expectNothingMoved(() => held.release())
  })
})

describe('a caller who is not the provider', () => {
  test('is refused without the secret, whatever the body', async () => {
    await expectNothingMoved(async () => {
      for (const body of [report(victim.txid), { evento: 'teste_webhook' }, 'garbage', '']) {
        for (const query of ['', 'hmac=', 'hmac=wrong', `hmac=${secret}x`, `hmac=${secret.slice(1)}`, `HMAC=${secret}`])
          expect({ body, query, status: await send(body, { query }) }).toEqual({ body, query, status: 401 })
        expect(await send(body, { query: `hmac=${secret}&hmac=wrong` })).toBe(401)
        expect(await send(body, { query: '', headers: { hmac: secret, authorization: `Bearer ${secret}` } })).toBe(401)
        for (const token of ['', 'wrong', `${secret} `.repeat(2)])
          expect(await send(body, { path: asaas, headers: { 'asaas-access-token': token } })).toBe(401)
        expect(await send(body, { path: asaas, query: `hmac=${secret}`, headers: { 'asaas-access-token': '' } })).toBe(
          401,
        )
      }
    })
  })

  test('is refused from another address, also with the secret and a claim to come from the right one', async () => {
    const charge = pix.charges.find(({ txid }) => txid === victim.txid)
    if (!charge) throw new Error('there is no charge')
    const stored = () => world.sql('select count(*)::int as count from payment_webhooks')
    const before = await stored()
    await expectNothingMoved(async () => {
      expect(await pix.efi.forge(charge, { from: '127.0.0.2' })).toBe(401)
      expect(await pix.efi.forge(charge, { from: '127.0.0.2', secret: 'wrong' })).toBe(401)
    })
    expect(await stored()).toEqual(before)
  })

  test('learns nothing from other methods', async () => {
    for (const path of [efi, `${efi}/pix`, asaas])
      for (const method of ['get', 'put', 'delete'] as const)
        expect((await world.anonymous[method](`${path}?hmac=${secret}`)).status).toBe(404)
  })
})

test('the event with which Efí tests the address is answered, and so is everything that a provider may invent', async () => {
  await expectNothingMoved(async () => {
    const bodies = [
      { evento: 'teste_webhook', data_criacao: new Date().toISOString() },
      {},
      [],
      'null',
      '5',
      '"text"',
      { pix: 'x' },
      { pix: {} },
      { pix: [] },
      { pix: [null, 5, [], {}] },
      { pix: [{ txid: victim.txid }] },
      { pix: [{ txid: [victim.txid], endToEndId: { $ne: '' } }] },
      { pix: [{ txid: "' or 1=1 --", endToEndId: 'E1' }] },
      { pix: [{ txid: 'a\u0000b', endToEndId: 'E1' }] },
      { cob: report(victim.txid).pix },
      { id: 'evt_1', event: 'TRANSFER_DONE', transfer: { id: '1' } },
      { id: 'evt_2', event: 'PAYMENT_INVENTED', payment: { id: 'pay_unknown', externalReference: null } },
      { id: 'evt_3', event: 'PAYMENT_RECEIVED', payment: { id: 'pay_unknown', externalReference: 5 } },
      { pix: Array.from({ length: 1000 }, () => report('a'.repeat(32)).pix[0]) },
    ]
    for (const body of bodies)
      for (const path of [efi, asaas])
        expect({ body, path, status: await send(body, { path }) }).toEqual({ body, path, status: 200 })
  })
})

describe('a body that is no report', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const open = '{"pix":[{"endToEndId":"E1","txid":"TXID"'
  const bodies: Record<string, string | Buffer> = {
    'an empty one': '',
    'a space': ' ',
    garbage: 'pix=1&txid=TXID',
    'half of a report': open,
    'random bytes': randomBytes(5000),
    'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'UTF-16': Buffer.from(`${open}}]}`, 'utf16le'),
    'a byte order mark': `\ufeff${open}}]}`,
    compressed: gzipSync(`${open}}]}`),
    'an array that nests 10,000 deep': deep(10_000),
    'a report that nests 10,000 deep': `{"pix":${deep(10_000)}}`,
    'refunds that nest 10,000 deep': `${open},"devolucoes":${deep(10_000)}}]}`,
    'objects that nest 10,000 deep': `${'{"pix":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    'a name twice, the first one real': `${open},"txid":"b"}],"pix":[]}`,
    'a name twice, the last one real': `{"pix":[],${open.slice(1)},"txid":"TXID"}]}`,
    'names of prototypes': `{"__proto__":{"pix":[]},"constructor":1,${open.slice(1)},"__proto__":{"txid":"a"}}]}`,
    'a number of 10,000 digits': `${open},"valor":${'9'.repeat(10_000)}}]}`,
    '250 KB': `{"pix":[],"filler":"${'x'.repeat(250_000)}"}`,
  }

  test.each(Object.keys(bodies))('such as %s is answered, and moves nothing', async (name) => {
    const body = bodies[name] ?? ''
    const written = typeof body === 'string' ? body.replaceAll('TXID', victim.txid) : body
    await expectNothingMoved(async () => {
      for (const path of [efi, asaas]) expect(await send(written, { path })).toBe(200)
      expect(await send(written, { query: 'hmac=wrong' })).toBe(401)
    })
  })

  test('of 300 KB is refused, and moves nothing', async () => {
    await expectNothingMoved(async () => {
      for (const path of [efi, asaas]) {
        expect(await send({ ...report(victim.txid), filler: 'x'.repeat(300_000) }, { path })).toBe(413)
        expect(await send(randomBytes(300_000), { path, query: '' })).toBe(413)
      }
    })
  })
})
