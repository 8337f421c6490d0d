import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payer, type PixWorld, createPixWorld, inDays } from '#test/world/pix-world'
import { eventually } from '#test/world'
import { askAboutOpenCharges } from './ask-provider.ts'
import { takeChargesToAsk } from './charges.repository.ts'

let world: PixWorld
beforeAll(async () => {
  world = await createPixWorld()
})
afterAll(() => world.close())
afterEach(() => world.assertNoProblems())

describe.each(['efi', 'asaas'] as const)('a payment by Pix through %s', (provider) => {
  let payer: Payer
  beforeAll(() => world.use(provider))
  beforeEach(async () => {
    payer = await world.payer()
  })

  const expectPaid = () => eventually(async () => expect(await payer.invoice()).toMatchObject({ status: 'paid' }))
  const ask = async () => {
    await world.world.sql('update charges set next_ask_at = now() where company_id = $1', [payer.company.id])
    await askAboutOpenCharges(world.world.app.deps)
  }

  test('renews the licence at once, tells every window, and is one row of the ledger', async () => {
    const window = await payer.admin.listen()
    const { status, body } = await payer.subscribe()
    expect([status, body.valor.original]).toEqual([200, '49.00'])

    await payer.pay(body.qrcode.qrcode)
    await expectPaid()
    const renewed = await payer.dueDate()
    expect(renewed > inDays(27)).toBe(true)
    await eventually(() =>
      expect(window.of('payment')).toMatchObject([
        { payload: { action: 'CONCLUIDA', company: { id: payer.company.id, dueDate: renewed } } },
      ]),
    )
    expect(await payer.ledger()).toMatchObject([{ kind: 'payment', amount: '49.00', provider }])
    expect(world.pix.books().payments.filter(({ txid }) => txid === body.txid)).toHaveLength(1)
  })

  test('is seen in the operator’s list of companies without a reload', async () => {
    const list = await world.operator.listen()
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)
    await expectPaid()
    const dueDate = await payer.dueDate()

    await eventually(() =>
      expect(list.of('listedCompany').map(({ payload }) => payload.company)).toContainEqual(
        expect.objectContaining({ id: payer.company.id, dueDate }),
      ),
    )
  })

  test('opens a blocked company again', async () => {
    await world.operator.put(`/companies/${payer.company.id}`, { dueDate: inDays(-40) })
    await eventually(async () => expect((await payer.admin.get('/users')).status).toBe(402))
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)

    await eventually(async () => expect((await payer.admin.get('/users')).status).toBe(200))
    // From today, not from the day forty days ago.
    expect((await payer.dueDate()) > inDays(27)).toBe(true)
  })

  test('that is reported twice renews once', async () => {
    world.pix.webhooks.deliverTwice()
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)

    await expectPaid()
    expect(await payer.ledger()).toHaveLength(1)
    expect((await payer.dueDate()) < inDays(40)).toBe(true)
  })

  test('that is reported before the charge was answered is not lost', async () => {
    world.pix.payBeforeAnswer()
    await payer.subscribe()

    await expectPaid()
    expect(await payer.ledger()).toHaveLength(1)
  })

  test('whose report never came is found by asking', async () => {
    world.pix.webhooks.lose()
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)
    expect(await payer.invoice()).toMatchObject({ status: 'open' })

    await ask()
    await expectPaid()
  })

  test('is found by asking when the provider answers again after days', async () => {
    world.pix.webhooks.lose()
    const { sql, app } = world.world
    const mine = [payer.company.id]
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)
    await sql(
      `update charges set created_at = now() - interval '3 days', expires_at = now() - interval '3 days', next_ask_at = now()
       where company_id = $1`,
      mine,
    )
    // It was this charge's turn, and the provider was down until the job was given up.
    await takeChargesToAsk(app.deps.units.operator, 500)
    expect(await payer.invoice()).toMatchObject({ status: 'open' })

    await ask()
    await expectPaid()
  })

  test('that never comes is asked about until the code has run out and the provider says so', async () => {
    const { sql } = world.world
    const mine = [payer.company.id]
    const statuses = async () =>
      (await sql('select status from charges where company_id = $1', mine)).map((row) => row.status)
    await payer.subscribe()
    await ask()
    expect(await statuses()).toEqual(['open'])

    await sql(
      `update charges set created_at = now() - interval '3 days', expires_at = now() - interval '3 days' where company_id = $1`,
      mine,
    )
    await ask()
    await eventually(async () => expect(await statuses()).toEqual(['expired']))
  })

  test('of too little renews nothing and waits for the operator, who completes it', async () => {
    const before = await payer.dueDate()
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode, (bank, code) => bank.payAmount(code, 1000))

    await eventually(async () =>
      expect(await payer.reviews()).toMatchObject([
        { reason: 'tooLittle', amount: '10.00', expected: '49.00', doneAt: null },
      ]),
    )
    expect(await payer.invoice()).toMatchObject({ status: 'open' })
    expect(await payer.dueDate()).toBe(before)

    await payer.record({ kind: 'credit', amount: '39.00', reason: 'Cortesia' })
    expect(await payer.invoice()).toMatchObject({ status: 'paid' })
    expect(await payer.reviews()).toMatchObject([{ reason: 'tooLittle', doneAt: expect.any(String) }])
  })

  test('of too much renews once, and the surplus waits for the operator', async () => {
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode, (bank, code) => bank.payAmount(code, 10_000))

    await eventually(async () =>
      expect(await payer.reviews()).toMatchObject([{ reason: 'surplus', amount: '51.00', expected: '49.00' }]),
    )
    expect((await payer.dueDate()) < inDays(40)).toBe(true)
  })

  test('that comes twice renews once, and the second one waits for the operator', async () => {
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode, (bank, code) => bank.payTwice(code))

    await ask()
    await eventually(async () => expect(await payer.reviews()).toMatchObject([{ reason: 'twice', amount: '49.00' }]))
    expect((await payer.dueDate()) < inDays(40)).toBe(true)
    expect(await payer.ledger()).toHaveLength(2)
  })

  test('after the code has run out counts', async () => {
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode, (bank, code) => bank.payLate(code))
    await expectPaid()
    expect(await payer.ledger()).toHaveLength(1)
  })

  test('of an older code of the same invoice counts for the invoice', async () => {
    const { body: old } = await payer.subscribe()
    // The older code is cancelled by a job; who has it on the phone was faster.
    const plan = await world.plan({ amount: '59.00' })
    world.pix.bank.pay(old.qrcode.qrcode)
    await payer.subscribe({ plan: { planId: plan.id } })
    await world.pix.webhooks.idle()

    await eventually(async () => expect(await payer.ledger()).toMatchObject([{ amount: '49.00' }]))
  })

  test('to a closed company is kept, and renews it when the operator reopens it', async () => {
    const before = await payer.dueDate()
    const { body } = await payer.subscribe()
    // Its report would race with the closing.
    world.pix.webhooks.lose()
    world.pix.bank.pay(body.qrcode.qrcode)
    expect((await world.operator.delete(`/companies/${payer.company.id}`)).status).toBe(200)
    await ask()

    await eventually(async () => expect(await payer.reviews()).toMatchObject([{ reason: 'closed', amount: '49.00' }]))
    expect(await payer.ledger()).toHaveLength(1)

    await world.operator.post(`/companies/${payer.company.id}/reopen`)
    await eventually(async () => {
      const { body: company } = await world.operator.get(`/companies/${payer.company.id}`)
      expect(company.dueDate > before).toBe(true)
    })
    expect(await payer.reviews()).toMatchObject([{ reason: 'closed', doneAt: expect.any(String) }])
  })

  test('stays in the ledger when its company is erased', async () => {
    const { id } = payer.company
    const { body } = await payer.subscribe()
    await payer.pay(body.qrcode.qrcode)
    await expectPaid()
    await world.operator.delete(`/companies/${id}`)
    await world.world.sql(`update companies set closed_at = now() - interval '31 days' where id = $1`, [id])
    let removed = 1
    while (removed > 0) {
      const [row] = await world.world.sql('select erase_closed_company($1, 1000) as removed', [id])
      removed = Number(row?.['removed'] ?? 0)
    }

    const count = async (table: string) =>
      (await world.world.sql(`select from ${table} where company_id = $1`, [id])).length
    expect([await count('invoices'), await count('charges'), await count('payments')]).toEqual([0, 0, 1])
  })
})

test('without a provider a charge is refused with the reason', async () => {
  await world.operator.put('/billing/settings', { provider: 'none' })
  const payer = await world.payer()
  expect(await payer.subscribe()).toMatchObject({ status: 400, body: { error: 'ERR_PAYMENT_NOT_CONFIGURED' } })
  expect((await world.operator.post('/billing/settings/test', {})).body).toEqual({ state: 'notConfigured' })
})

describe('a provider that fails', () => {
  let payer: Payer
  beforeAll(() => world.use('efi'))
  beforeEach(async () => {
    payer = await world.payer()
  })
  afterEach(() => world.pix.efi.side.faults.clear())

  test('is said to the payer, and to the operator until it works again', async () => {
    world.pix.efi.side.faults.answer(503, { times: 9, on: 'PUT /v2/cob' })
    expect(await payer.subscribe()).toMatchObject({ status: 503, body: { error: 'ERR_PAYMENT_UNAVAILABLE' } })
    await eventually(async () =>
      expect((await world.operator.get('/billing/settings')).body.failure).toMatchObject({ state: 'unavailable' }),
    )

    world.pix.efi.side.faults.clear()
    await world.operator.post('/billing/settings/test', {})
    expect((await world.operator.get('/billing/settings')).body.failure).toBeNull()
  })

  test('is said with its reason when the credentials are tested', async () => {
    await world.operator.put('/billing/settings', { efiClientSecret: 'wrong' })
    expect((await world.operator.post('/billing/settings/test', {})).body).toEqual({ state: 'credentials' })
    expect(await payer.subscribe()).toMatchObject({ status: 503 })
    await world.use('efi')
  })
})

describe('a report of a payment', () => {
  test('is refused with a wrong secret, and a forged one pays nothing', async () => {
    await world.use('efi')
    const payer = await world.payer()
    const { body } = await payer.subscribe()
    const report = { pix: [{ endToEndId: 'E1', txid: body.txid, valor: '49.00', horario: new Date().toISOString() }] }

    const { anonymous } = world.world
    expect(await anonymous.post('/subscription/webhook/efi?hmac=wrong', report)).toMatchObject({ status: 401 })
    expect(await anonymous.post('/subscription/webhook/asaas', report)).toMatchObject({ status: 401 })
    const charge = world.pix.charges.find(({ txid }) => txid === body.txid)
    if (!charge) throw new Error('no charge')
    await world.pix.efi.forge(charge)
    await world.pix.webhooks.idle()

    expect(await payer.invoice()).toMatchObject({ status: 'open' })
    expect(await payer.ledger()).toEqual([])
  })
})

test('two operators who save at the same moment lose nothing, and both are in the audit log', async () => {
  await world.use('asaas')
  const logged = async () =>
    (await world.world.sql(`select from audit_log where action = 'billing_settings.changed'`)).length
  const before = await logged()
  const changes = [
    { efiClientId: 'cliente-novo' },
    { asaasToken: 'token-of-the-new-account' },
    { efiPixKey: 'chave-nova' },
    { graceDays: 3 },
    { asaasEmail: 'financeiro@guiche.test' },
  ]
  const answers = await Promise.all(changes.map((change) => world.operator.put('/billing/settings', change)))
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  expect((await world.operator.get('/billing/settings')).body).toMatchObject({
    ...changes[0],
    ...changes[2],
    ...changes[3],
    ...changes[4],
    asaasToken: '••••ount',
  })
  expect(await logged()).toBe(before + changes.length)
  await world.operator.put('/billing/settings', { graceDays: 0 })
})

test('secrets of the provider are written and never read', async () => {
  await world.use('efi')
  const { body } = await world.operator.get('/billing/settings')
  expect(body).toMatchObject({
    provider: 'efi',
    efiClientSecret: expect.stringMatching(/^••••.{4}$/),
    efiCertificate: '••••',
  })
  expect(JSON.stringify(body)).not.toContain(world.pix.efi.account.clientSecret)
  expect(await world.operator.put('/billing/settings', body)).toMatchObject({ status: 200 })
  expect(await world.operator.post('/billing/settings/test', {})).toMatchObject({ body: { state: 'works' } })
  const payer = await world.payer()
  expect((await payer.admin.get('/billing/settings')).status).toBe(403)
})
