import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payer, type PixWorld, createPixWorld } from '#test/world/pix-world'
import { eventually } from '#test/world'

let world: PixWorld
let payer: Payer
beforeAll(async () => {
  world = await createPixWorld()
  await world.use('efi')
})
afterAll(() => world.close())
afterEach(() => world.assertNoProblems())
beforeEach(async () => {
  payer = await world.payer()
})

const chargesOf = (txid: string) => world.pix.charges.filter((charge) => charge.txid === txid)
const planNames = () => world.world.sql('select name from plans')

describe('a subscription', () => {
  test.each(['efi', 'asaas'] as const)('clicked twice makes one charge at %s, also a slow one', async (provider) => {
    await world.use(provider)
    const before = world.pix.charges.length
    world.pix[provider].side.faults.delay(300, { times: 3 })
    const answers = await Promise.all([payer.subscribe(), payer.subscribe(), payer.subscribe()])
    await world.use('efi')

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.txid)).size).toBe(1)
    expect(world.pix.charges).toHaveLength(before + 1)
  })

  test('asks the provider again after it has failed, and makes one charge', async () => {
    world.pix.efi.side.faults.loseAnswers({ times: 9, on: 'PUT /v2/cob' })
    expect(await payer.subscribe()).toMatchObject({ status: 503, body: { error: 'ERR_PAYMENT_UNAVAILABLE' } })
    world.pix.efi.side.faults.clear()

    const { status, body } = await payer.subscribe()
    expect(status).toBe(200)
    expect(chargesOf(body.txid)).toHaveLength(1)
  })

  test('says how long the code can be paid by the clock of the server', async () => {
    const { body } = await payer.subscribe()
    expect(body.secondsLeft).toBeGreaterThan(3500)
    expect(body.secondsLeft).toBeLessThanOrEqual(3600)
  })

  test('of a public plan begins it with the payment, at its price, whatever price is sent', async () => {
    const plan = await world.plan()
    const { body } = await payer.subscribe({ plan: JSON.stringify({ planId: plan.id, price: 1 }), price: 1 })
    expect(body.valor.original).toBe('199.90')
    expect(await payer.planId()).not.toBe(plan.id)

    await payer.pay(body.qrcode.qrcode)
    await eventually(async () => expect(await payer.planId()).toBe(plan.id))
  })

  test('of a plan that was deleted before the payment begins what was sold', async () => {
    const plan = await world.plan({ users: 77 })
    const { body } = await payer.subscribe({ plan: { planId: plan.id } })
    expect((await world.operator.delete(`/plans/${plan.id}`)).status).toBe(200)

    await payer.pay(body.qrcode.qrcode)
    await eventually(async () =>
      expect((await payer.admin.get(`/companies/${payer.company.id}`)).body.plan).toMatchObject({
        users: 77,
        isPublic: false,
      }),
    )
  })

  test('of a private plan of others, of one that costs nothing and of one that is not there is refused', async () => {
    const secret = await world.plan({ isPublic: false })
    const free = await world.plan({ amount: '0.00' })
    for (const planId of [secret.id, free.id, 987_654_321])
      expect(await payer.subscribe({ plan: JSON.stringify({ planId }) })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_PLAN_FOUND' },
      })
  })

  test('with quantities of its own costs what the price list says, and becomes a private plan when it is paid', async () => {
    const before = await planNames()
    const { status, body } = await payer.subscribe({ users: 5, connections: 4 })
    expect([status, body.valor.original]).toEqual([200, '91.00'])
    expect(await planNames()).toHaveLength(before.length)

    await payer.pay(body.qrcode.qrcode)
    await eventually(async () =>
      expect((await payer.admin.get(`/companies/${payer.company.id}`)).body.plan).toMatchObject({
        name: `Personalizado 5/4 (${payer.company.id})`,
        users: 5,
        connections: 4,
        queues: 100,
        isPublic: false,
      }),
    )
  })

  test('of a plan, and with quantities of its own, costs as many months as a payment lasts', async () => {
    const plan = await world.plan()
    await world.operator.put(`/companies/${payer.company.id}`, { recurrence: 'ANUAL' })
    await eventually(async () => expect((await payer.invoice()).recurrence).toBe('ANUAL'))
    expect((await payer.subscribe({ plan: { planId: plan.id } })).body.valor.original).toBe('2398.80')
    const { body } = await payer.subscribe({ users: 3, connections: 3 })
    expect(body.valor.original).toBe('588.00')

    // What it becomes has the price of a month, like all plans.
    await payer.pay(body.qrcode.qrcode)
    await eventually(async () =>
      expect((await payer.admin.get(`/companies/${payer.company.id}`)).body.plan).toMatchObject({
        name: `Personalizado 3/3 (${payer.company.id})`,
        amount: '49.00',
      }),
    )
  })

  test.each([
    { users: 2, connections: 3 },
    { users: 3, connections: 2 },
    { users: -1, connections: 3 },
    { users: 3.5, connections: 3 },
    { users: '1e3', connections: 3 },
    { zipcode: '111.444.777-36' },
    { plan: 'no JSON' },
  ])('with %o is refused', async (fields) => {
    const before = world.pix.charges.length
    expect(await payer.subscribe(fields)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(world.pix.charges).toHaveLength(before)
  })

  test('takes a document with its punctuation, and that of the company if there is none', async () => {
    await world.use('asaas')
    await payer.subscribe({ firstName: 'Ana', lastName: 'Prado', zipcode: '111.444.777-35' })
    await (await world.payer()).subscribe()
    await world.use('efi')

    expect(world.pix.asaas.customers.list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ cpfCnpj: '11144477735', name: 'Ana Prado' }),
        expect.objectContaining({ cpfCnpj: '11444777000161' }),
      ]),
    )
  })

  test('of a plan that is too small for what is in use is refused before anything is charged', async () => {
    for (let made = 0; made < 3; made += 1) await payer.company.attendant()
    const before = world.pix.charges.length
    expect(await payer.subscribe({ users: 3, connections: 3 })).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLAN_TOO_SMALL', details: { kind: 'users', used: 4, most: 3 } },
    })
    expect(world.pix.charges).toHaveLength(before)
  })

  test('of a plan for which enough has come already begins it at once, and asks for no money', async () => {
    const before = world.pix.charges.length
    const plan = await world.plan({ amount: '30.00' })
    await payer.record({ amount: '40.00' })
    expect(await payer.invoice()).toMatchObject({ status: 'open' })

    expect(await payer.subscribe({ plan: { planId: plan.id } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_INVOICE_PAID' },
    })
    expect(await payer.invoice()).toMatchObject({ status: 'paid', value: 30 })
    expect(await payer.planId()).toBe(plan.id)
    expect(world.pix.charges).toHaveLength(before)
    expect((await payer.reviews()).filter(({ doneAt }) => !doneAt)).toMatchObject([
      { reason: 'surplus', amount: '10.00' },
    ])
  })

  test('is refused for some minutes when one company asks for more codes than anybody needs', async () => {
    const other = await world.payer()
    const answers = []
    for (let asked = 0; asked < 31; asked += 1) answers.push(await payer.subscribe({ invoiceId: 987_654_321 }))

    expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 404))
    expect(answers[30]).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect((await other.subscribe()).status).toBe(200)
  })

  test('of an invoice that is paid is refused', async () => {
    expect((await payer.record()).status).toBe(200)
    expect(await payer.subscribe()).toMatchObject({ status: 400, body: { error: 'ERR_INVOICE_PAID' } })
  })
})
