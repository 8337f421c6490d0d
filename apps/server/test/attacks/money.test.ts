import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, eventually } from '#test/world'
import { type Payer, type PixWorld, createPixWorld, inDays } from '#test/world/pix-world'
import { calls, sampleOf, withQuery } from './contract-input.ts'
import { send } from './everything.ts'

let paying: PixWorld
let payer: Payer
beforeAll(async () => {
  paying = await createPixWorld()
  await paying.use('efi')
})
afterAll(() => paying.close())
afterEach(() => paying.assertNoProblems())
beforeEach(async () => {
  payer = await paying.payer()
})

const audited = async (action: string) =>
  (await paying.world.sql('select from audit_log where company_id = $1 and action = $2', [payer.company.id, action]))
    .length
/** All that was started about money is done. */
const settled = () =>
  eventually(async () =>
    expect(
      await paying.world.sql(
        `select name, data from pgboss.job where name like 'billing.%' and state in ('created', 'retry', 'active')`,
      ),
    ).toEqual([]),
  )

describe('everything at once', () => {
  test.each(['efi', 'asaas'] as const)(
    'pays once and loses nothing: paid by Pix at %s, entered by the operator, asked about, and re-priced',
    async (provider) => {
      await paying.use(provider)
      const before = await payer.dueDate()
      const plan = await paying.plan({ amount: '59.00' })
      const { body } = await payer.subscribe()
      const held = paying.pix.webhooks.hold()
      paying.pix.bank.payTwice(body.qrcode.qrcode)
      const { id: invoiceId } = await payer.invoice()
      const answers = await Promise.all([
        held.release(),
        payer.record({ amount: '49.00', invoiceId }),
        payer.record({ kind: 'credit', amount: '10.00', invoiceId }),
        payer.subscribe({ plan: { planId: plan.id }, invoiceId }),
        payer.subscribe({ users: 3, connections: 3, invoiceId }),
        paying.operator.put(`/companies/${payer.company.id}`, { phone: '11999990000' }),
      ])
      // What the operator enters after enough has come is refused.
      const entered = ['manual 49.00', 'credit 10.00'].filter((_, index) => answers[index + 1]?.status === 200)
      await settled()
      await paying.use('efi')

      expect(await audited('invoice.paid')).toBe(1)
      expect(await audited('company.renewed')).toBe(1)
      const due = await payer.dueDate()
      expect([due > before, due < inDays(40)]).toEqual([true, true])
      const ledger = (await payer.ledger()).map(({ kind, amount }) => `${kind} ${amount}`).toSorted()
      expect(ledger).toEqual([...entered, 'payment 49.00', 'payment 49.00'].toSorted())
      expect((await payer.reviews()).filter(({ doneAt }) => !doneAt)).toHaveLength(1)
    },
  )

  test('renews twice for two payments of two invoices, and for a renewal of the operator besides', async () => {
    const { id: first } = await payer.invoice()
    await payer.record({ invoiceId: first })
    await paying.operator.put(`/companies/${payer.company.id}`, { dueDate: inDays(10) })
    await eventually(async () => expect(await payer.invoice()).toMatchObject({ status: 'open', dueDate: inDays(10) }))
    const { id: second } = await payer.invoice()
    const seen = await payer.dueDate()
    const results = await Promise.all([
      payer.record({ invoiceId: second }),
      payer.record({ invoiceId: first }),
      paying.operator.post(`/companies/${payer.company.id}/renew`, { dueDate: seen }),
      paying.operator.post(`/companies/${payer.company.id}/renew`, { dueDate: seen }),
    ])
    expect(results.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 400, body: { error: 'ERR_INVOICE_PAID' } }])
    expect(await audited('invoice.paid')).toBe(2)
    expect(await payer.ledger()).toHaveLength(2)
  })
})

describe('fields that nobody may set', () => {
  test('change nothing when a subscription names them', async () => {
    const { id: invoiceId } = await payer.invoice()
    const due = await payer.dueDate()
    const { status, body } = await payer.subscribe({
      invoiceId,
      amount: '0.01',
      value: 0.01,
      amount_cents: 1,
      price: 1,
      status: 'paid',
      paidAt: new Date().toISOString(),
      dueDate: '2999-01-01',
      companyId: 1,
      company_id: 1,
      detail: 'Meu',
      txid: 'a'.repeat(32),
      plan: { planId: 'x', id: null, price: 0.01, amount: '0.01', users: 999_999 },
      recurrence: 'ANUAL',
      features: ['campaigns'],
      queues: 999,
      __proto__: { status: 'paid' },
    })
    expect([status, body.valor.original]).toEqual([200, '49.00'])
    expect(await payer.invoice()).toMatchObject({
      status: 'open',
      value: 49,
      dueDate: due,
      queues: 100,
      recurrence: '',
    })
    expect(await payer.dueDate()).toBe(due)
  })

  test.each([
    { users: 1e9, connections: 3 },
    { users: 3, connections: 1001 },
    { users: [3], connections: 3 },
    { users: { $gt: 0 }, connections: 3 },
    { users: '3e0', connections: 3 },
    { users: '٣', connections: 3 },
    { users: -3, connections: -3 },
    { users: '49,90', connections: 3 },
    { users: '3.001', connections: 3 },
    { invoiceId: -1 },
    { invoiceId: '1 or 1=1' },
    { invoiceId: 1.5 },
    { plan: '{"planId":' },
    { plan: [1] },
    { plan: 5 },
    { firstName: 'x'.repeat(201) },
    { zipcode: 'x'.repeat(31) },
  ])('and values like %o are refused', async (fields) => {
    expect(await payer.subscribe(fields)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test.each([
    '49,90',
    '1e3',
    1e21,
    -1,
    '-1',
    '10.999',
    10.999,
    '٤٩',
    ' 49',
    '0x31',
    '',
    null,
    [49],
    '99999999.99',
    true,
  ])('and a plan does not cost %j', async (amount) => {
    const answer = await paying.operator.post('/plans', {
      name: `Plano ${crypto.randomUUID()}`,
      users: 3,
      connections: 3,
      queues: 3,
      amount,
    })
    expect({ amount, status: answer.status }).toEqual({ amount, status: 400 })
  })
})

test('an admin of the platform’s company who is no operator may do nothing of an operator', async () => {
  const email = `a-${crypto.randomUUID().slice(0, 8)}@plataforma.test`
  const made = await paying.operator.post('/users', {
    name: 'Admin comum',
    email,
    password: 'Lua-de-Mel-9',
    profile: 'admin',
    super: false,
  })
  expect(made.status).toBe(200)
  const admin: Person = await paying.world.logIn(email, 'Lua-de-Mel-9')
  const refused: Record<string, number> = {}
  for (const [name, endpoint] of calls) {
    if (endpoint.access !== 'super') continue
    const sample = sampleOf(endpoint)
    const { status } = await send(admin, endpoint, withQuery(sample), sample.body)
    if (status !== 403) refused[name] = status
  }
  expect(refused).toEqual({})
  const { id } = paying.operator
  for (const change of [
    { wpp: '11988887777' },
    { email: 'eu@plataforma.test' },
    { password: 'Nova-Senha-9' },
    { profile: 'user' },
  ])
    expect(await admin.put(`/users/${id}`, change)).toMatchObject({ status: 403 })
  expect((await admin.post(`/users/${id}/one-time-password`)).status).not.toBe(200)
  expect((await admin.put(`/users/${admin.id}`, { super: true })).status).toBe(403)
  expect((await admin.get('/auth/me')).body).toMatchObject({ super: false })
})
