import { billingPeriods, monthsOf } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Payer, type PixWorld, createPixWorld, inDays } from '#test/world/pix-world'
import { type Listener, eventually } from '#test/world'
import { insertDueInvoices } from './invoices.repository.ts'
import { makeInvoices } from './make-invoices.ts'

let world: PixWorld
let payer: Payer
beforeAll(async () => {
  world = await createPixWorld()
  await world.use('efi')
})
afterAll(() => world.close())
beforeEach(async () => {
  payer = await world.payer()
})

const list = async () => (await payer.admin.get('/invoices/all?searchParam=&pageNumber=1')).body
const change = (fields: object) => world.operator.put(`/companies/${payer.company.id}`, fields)
/** As the timer does it. */
const runTimer = () => makeInvoices(world.world.app.deps)

describe('an invoice', () => {
  test('is made once for each due date that is near, with what the plan was then', async () => {
    await Promise.all([runTimer(), runTimer()])

    expect(await list()).toMatchObject([
      {
        companyId: payer.company.id,
        dueDate: inDays(3),
        status: 'open',
        value: 49,
        users: 100,
        connections: 100,
        queues: 100,
      },
    ])
  })

  test('is not made for a due date that is twenty days away or more, nor without a due date', async () => {
    for (const dueDate of [inDays(20), null]) {
      const company = await world.world.company({ dueDate })
      await runTimer()
      expect((await (await company.admin()).get('/invoices/all')).body).toEqual([])
    }
  })

  test('is not made for a plan that costs nothing, nor for a company that is switched off', async () => {
    const free = await world.world.company({ dueDate: inDays(3), plan: { amount: 0 } })
    const off = await world.world.company({ dueDate: inDays(90) })
    await world.operator.put(`/companies/${off.id}`, { status: false, dueDate: inDays(3) })
    await runTimer()

    const made = await world.world.sql('select from invoices where company_id = any ($1)', [[free.id, off.id]])
    expect(made).toEqual([])
  })

  test('appears at once when the operator sets a due date that is near', async () => {
    const company = await world.world.company({ dueDate: inDays(90) })
    const admin = await company.admin()
    await world.operator.put(`/companies/${company.id}`, { dueDate: inDays(10) })

    await eventually(async () =>
      expect((await admin.get('/invoices/all')).body).toMatchObject([{ dueDate: inDays(10), status: 'open' }]),
    )
  })

  test('goes with the due date that the operator sets, and is not doubled', async () => {
    const { id } = await payer.invoice()
    await change({ dueDate: inDays(8) })
    await eventually(async () => expect(await list()).toMatchObject([{ id, dueDate: inDays(8) }]))

    await world.operator.post(`/companies/${payer.company.id}/renew`)
    await eventually(async () => expect(await list()).toMatchObject([{ id, dueDate: await payer.dueDate() }]))
  })

  test('is not doubled when the due date changes after open invoices were moved and before new ones are made', async () => {
    const { id } = await payer.invoice()
    const { sql, app } = world.world
    await sql('update companies set due_date = $2 where id = $1', [payer.company.id, inDays(9)])

    await insertDueInvoices(app.deps.units.operator, payer.company.id)

    expect(await list()).toMatchObject([{ id, status: 'open' }])
  })

  test('goes with the plan that the operator gives the company, until the company chooses another one', async () => {
    const { id: planId } = await world.plan()
    await change({ planId })
    await eventually(async () => expect(await list()).toMatchObject([{ planId, value: 199.9 }]))

    const chosen = await world.plan({ amount: '299.90' })
    await payer.subscribe({ plan: JSON.stringify({ planId: chosen.id }) })
    await change({ planId: (await world.plan()).id })
    await change({ dueDate: inDays(5) })
    await eventually(async () => expect(await list()).toMatchObject([{ dueDate: inDays(5), value: 299.9 }]))
  })

  test('costs the plan for as many months as its payment lasts, and follows them', async () => {
    const yearly = await world.world.company({ dueDate: inDays(3) })
    await world.operator.put(`/companies/${yearly.id}`, { recurrence: 'ANUAL' })
    const admin = await yearly.admin()
    await eventually(async () => expect((await admin.get('/invoices/all')).body).toMatchObject([{ value: 588 }]))

    await payer.subscribe({ users: 5, connections: 4 })
    for (const [recurrence, value] of [
      ['TRIMESTRAL', 273],
      ['SEMESTRAL', 546],
      ['MENSAL', 91],
    ]) {
      await change({ recurrence })
      await eventually(async () => expect(await list()).toMatchObject([{ recurrence, value }]))
    }
  })

  test.each(billingPeriods)('costs the same by the rule of the database for the recurrence %j', async (recurrence) => {
    const [row] = await world.world.sql('select months_of($1) as months', [recurrence])
    expect(row.months).toBe(monthsOf(recurrence))
  })

  test('renews for what it was about, also when the operator has just changed the recurrence', async () => {
    const before = await payer.dueDate()
    await payer.record({ amount: '48.00' })
    await world.world.sql(`update companies set recurrence = 'ANUAL' where id = $1`, [payer.company.id])
    await payer.record({ amount: '1.00' })
    expect(await payer.invoice()).toMatchObject({ status: 'paid' })
    const renewed = await payer.dueDate()
    expect([renewed > before, renewed < inDays(40)]).toEqual([true, true])
  })

  test('keeps its price when the price of its plan changes', async () => {
    const { planId } = await payer.invoice()
    const plan = (await world.operator.get(`/plans/${planId}`)).body
    await world.operator.put(`/plans/${planId}`, { ...plan, amount: '999.00' })
    await change({ dueDate: inDays(6) })

    await eventually(async () => expect(await list()).toMatchObject([{ dueDate: inDays(6), value: 49 }]))
  })

  test('is seen by admins of its company only', async () => {
    const { id } = await payer.invoice()
    const stranger = await world.payer()

    expect(await stranger.admin.get(`/invoices/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
    expect(await stranger.subscribe({ invoiceId: id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
    expect(await (await payer.company.attendant()).get('/invoices/all')).toMatchObject({ status: 403 })
    expect(await payer.admin.get(`/invoices/${id}`)).toMatchObject({ status: 200, body: { id } })
  })

  test('that is to be paid is above one that was paid and is due later', async () => {
    await runTimer()
    await world.world.sql(
      `insert into invoices (company_id, due_date, detail, users, connections, queues, features, recurrence, amount_cents, status, paid_at)
       select company_id, due_date + 30, detail, users, connections, queues, features, recurrence, amount_cents, 'paid', now()
       from invoices where company_id = $1`,
      [payer.company.id],
    )

    expect(await list()).toMatchObject([
      { dueDate: inDays(3), status: 'open' },
      { dueDate: inDays(33), status: 'paid' },
    ])
  })

  test('is changed by no tenant', async () => {
    const { id } = await payer.invoice()
    for (const call of [payer.admin.put, payer.admin.delete, payer.admin.post])
      expect((await call(`/invoices/${id}`, { status: 'paid' })).status).toBe(404)
    expect((await payer.invoice()).status).toBe('open')
  })
})

describe('open windows', () => {
  test('of admins and operators hear of a new invoice, and those of others do not', async () => {
    const company = await world.world.company({ dueDate: inDays(90) })
    const stranger = await payer.admin.listen()
    const attendant = await (await company.attendant()).listen()
    const admin = await (await company.admin()).listen()
    const operator = await world.operator.listen()
    await world.operator.put(`/companies/${company.id}`, { dueDate: inDays(10) })

    await eventually(() => expect(admin.of('invoice')).toMatchObject([{ payload: { action: 'update' } }]))
    await eventually(() => expect(told(operator)).toContain(company.id))
    expect(attendant.of('invoice')).toEqual([])
    expect(stranger.of('invoice')).toEqual([])
    for (const { events } of [admin, attendant, stranger])
      expect(events.filter(({ name }) => name.endsWith('-ledger'))).toEqual([])
  })

  test('hear of an invoice that the timer makes, also in a blocked company', async () => {
    const company = await world.world.company({ dueDate: inDays(90) })
    const admin = await company.admin()
    await world.world.sql('update companies set due_date = $2 where id = $1', [company.id, inDays(-1)])
    await world.operator.put(`/companies/${company.id}`, { phone: '5511987654321' })
    await eventually(async () => expect((await admin.get('/users')).status).toBe(402))
    await eventually(async () => expect((await admin.get('/invoices/all')).body).toHaveLength(1))
    await world.world.sql('delete from invoices where company_id = $1', [company.id])
    const window = await admin.listen()
    await runTimer()

    await eventually(() => expect(window.of('invoice').length).toBeGreaterThan(0))
    expect((await admin.get('/invoices/all')).body).toMatchObject([{ status: 'open' }])
  })

  test('hear of another offer, of what is recorded, given back and looked at', async () => {
    const { id: planId } = await world.plan()
    const { id: invoiceId } = await payer.invoice()
    const operator = await world.operator.listen()
    const hears = async (deed: () => Promise<unknown>) => {
      const before = told(operator).filter((id) => id === payer.company.id).length
      await deed()
      await eventually(() =>
        expect(told(operator).filter((id) => id === payer.company.id).length).toBeGreaterThan(before),
      )
    }
    await hears(() => payer.subscribe({ plan: JSON.stringify({ planId }) }))
    await hears(() => payer.record({ invoiceId, amount: '300.00' }))
    const [review] = await payer.reviews()
    await hears(() =>
      world.operator.put(`/billing/companies/${payer.company.id}/reviews/${review.id}`, { note: 'Fica de crédito' }),
    )
    const [payment] = await payer.ledger()
    await hears(() => payer.refund(payment.id, { amount: '1.00' }))
  })

  test('of a browser that was away get the event when they are back', async () => {
    const { id } = payer.company
    const { body } = await payer.admin.get('/events?after=0')
    await change({ dueDate: inDays(7) })
    await eventually(async () => {
      const { body: missed } = await payer.admin.get(`/events?after=${body.seq}`)
      expect(missed.events.map(({ name }: { name: string }) => name)).toContain(`company-${id}-invoice`)
    })
  })
})

const told = (operator: Listener): number[] => operator.of('ledger').map(({ payload }) => payload.companyId)

describe('in a blocked company', () => {
  test('admins see invoices, and everything else answers 402', async () => {
    await change({ dueDate: inDays(-1) })
    await eventually(async () => expect((await payer.admin.get('/users')).status).toBe(402))
    await eventually(async () => expect(await list()).toMatchObject([{ dueDate: inDays(-1), status: 'open' }]))
  })
})
