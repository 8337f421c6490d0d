import { setTimeout as pause } from 'node:timers/promises'
import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutsideCalls } from '#test/outside-calls'
import { type OwnServer, createOwnServer } from '#test/processes/server-process'
import { eventually } from '#test/world'
import { createChance } from './faults-chance.ts'

/** How many payments are on their way at a kill. */
const atOnce = 12
/** How many points between a webhook and its renewal the kills have to hit together. */
const wantedPoints = 200
/** Enough for kills that come when some of their payments are done already. */
const companies = 300
/** The kill waits until the provider was asked about at most this many of them. */
const mostAsked = 6

const chance = createChance(Number(process.env['FAULTS_SEED'] ?? 1))

let pix: PixServer
let server: OwnServer
let database: pg.Pool
beforeAll(async () => {
  pix = await createPixServer()
  server = await createOwnServer(pix.environment)
  server.start()
  await server.ready()
  // The database keeps running when the server is killed.
  database = new pg.Pool({ connectionString: server.databaseUrl(), max: 2 })
  database.on('error', () => undefined)
}, 90_000)
afterAll(async () => {
  await database.end()
  await server.stop()
  await pix.stop()
})

const query = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows

interface Charge {
  companyId: number
  txid: string
  /** To pay it with. */
  code: string
}

/** Companies that each have an invoice, and the charges that pay them. */
async function makeCharges(): Promise<Charge[]> {
  const { ask, logIn } = createOutsideCalls(server)
  const { token: operator } = await logIn(server.operator)
  await ask('PUT', '/billing/settings', pix.settings.efi, operator)
  expect(await ask('POST', '/billing/settings/test', {}, operator)).toEqual({ state: 'works' })
  const size = { users: 5, connections: 5, queues: 5 }
  const { id: planId } = await ask('POST', '/plans', { name: 'Loja', ...size, amount: '99.90' }, operator)
  const dueDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

  const made: { companyId: number; admin: object }[] = []
  const makeCompany = async (nth: number) => {
    const admin = { email: `admin${nth}@empresa.test`, password: 'Senha-Forte-1' }
    const company = { name: `Empresa ${nth}`, planId, dueDate, recurrence: 'MENSAL', ...admin }
    made.push({ companyId: (await ask('POST', '/companies', company, operator)).id, admin })
  }
  await inLanes(companies, makeCompany)
  await eventually(async () => expect(await query('select from invoices')).toHaveLength(companies))

  const charges: Charge[] = []
  await inLanes(companies, async (nth) => {
    const { companyId = 0, admin = {} } = made[nth] ?? {}
    const { token } = await logIn(admin)
    const [invoice] = await ask('GET', '/invoices/all', undefined, token)
    const { txid, qrcode } = await ask('POST', '/subscription', { invoiceId: invoice.id }, token)
    charges.push({ companyId, txid, code: qrcode.qrcode })
  })
  return charges
}

async function inLanes(count: number, work: (nth: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** Waits until the product has asked the provider about some of them, and then some milliseconds. */
async function someProgress(paid: Charge[]): Promise<void> {
  const wanted = chance.between(0, mostAsked)
  const reads = paid.map(({ txid }) => `GET /v2/cob/${txid}`)
  await eventually(() => {
    const asked = reads.filter((read) => pix.efi.side.requests.includes(read))
    if (asked.length < wanted) throw new Error(`asked about ${asked.length} of ${wanted}`)
  })
  await pause(chance.between(0, 20))
}

const isOfBilling = `name in ('billing.settle', 'billing.cancel-charge')`

/** Where the payments of these companies were when the process was killed: how many at each stage. */
async function stagesOf(companyIds: number[]): Promise<Record<Stage, number>> {
  const [row] = await query(
    `select count(*) filter (where i.status = 'paid')::int as renewed,
            count(*) filter (where i.status = 'open' and j.state = 'active')::int as settling,
            count(*) filter (where i.status = 'open' and j.state <> 'active')::int as enqueued,
            count(*) filter (where i.status = 'open' and j.id is null)::int as arriving
     from invoices i
     left join pgboss.job j on ${isOfBilling} and (j.data ->> 'companyId')::integer = i.company_id
     where i.company_id = any ($1)`,
    [companyIds],
  )
  return row
}

/** Between webhook and renewal. */
const cut = ['arriving', 'enqueued', 'settling'] as const
type Stage = (typeof cut)[number] | 'renewed'

/**
 * How 200 points come about: a kill cuts all payments that are on their way, and each of them is somewhere else between
 * its webhook and its renewal, because they begin one after the other and wait for each other. A payment is a point of
 * the kill in whose round it began, if its invoice was still open after it. The kills come when the provider was asked
 * about none to six of the twelve, and up to 20 ms later: so they hit webhooks that were not stored yet, jobs that
 * waited, and jobs that ran. Some twenty kills make 200 points.
 */
test(
  'each invoice is paid once and renews once, although the process was killed at 200 points between webhook and renewal',
  { timeout: 1_200_000 },
  async () => {
    const charges = await makeCharges()
    const total: Record<Stage, number> = { arriving: 0, enqueued: 0, settling: 0, renewed: 0 }
    const points = () => cut.reduce((sum, stage) => sum + total[stage], 0)

    for (let round = 0; points() < wantedPoints; round += 1) {
      const paid = charges.slice(round * atOnce, (round + 1) * atOnce)
      if (paid.length < atOnce) throw new Error(`the kills hit only ${points()} points: ${JSON.stringify(total)}`)
      for (const { code } of paid) {
        pix.bank.pay(code)
        // They do not begin at the same moment.
        await pause(chance.between(0, 5))
      }
      await someProgress(paid)
      await server.kill()
      await pix.webhooks.idle()
      const stages = await stagesOf(paid.map(({ companyId }) => companyId))
      for (const stage of [...cut, 'renewed'] as const) total[stage] += stages[stage]
      server.start()
      await server.ready()
      // The provider sends what was not answered again, a minute later by its clock.
      await pix.clock.turn({ minutes: 1 })
    }
    // Those that no kill was needed for.
    for (const { code } of charges.filter(({ code: unpaid }) => pix.bank.find(unpaid).payments.length === 0))
      pix.bank.pay(code)
    await pix.clock.turn({ hours: 3 })
    for (const stage of cut) expect(total[stage]).toBeGreaterThan(0)

    await eventually(async () => {
      expect(
        await query(`select state, count(*) from pgboss.job where ${isOfBilling} and state <> 'completed' group by 1`),
      ).toEqual([])
      expect(await query("select company_id from invoices where status <> 'paid'")).toEqual([])
    }, 180_000)

    const books = pix.books().payments.map(({ id, amountCents }) => ({ external_id: id, amount_cents: amountCents }))
    expect(books).toHaveLength(companies)
    const ledger = await query('select kind, external_id, amount_cents from payments')
    expect(ledger.map(({ kind }) => kind)).toEqual(books.map(() => 'payment'))
    expect(sorted(ledger)).toEqual(sorted(books))
    const sum = (rows: { amount_cents: number }[]) => rows.reduce((total, row) => total + row.amount_cents, 0)
    expect(sum(ledger)).toBe(sum(books))

    const renewals = await query(
      `select c.due_date = (i.due_date + interval '1 month')::date as is_one_period,
              (select count(*)::int from audit_log a where a.company_id = c.id and a.action = 'invoice.paid') as paid,
              (select count(*)::int from audit_log a where a.company_id = c.id and a.action = 'company.renewed') as renewed
       from companies c join invoices i on i.company_id = c.id`,
    )
    expect(renewals).toEqual(charges.map(() => ({ is_one_period: true, paid: 1, renewed: 1 })))
    expect(await query('select 1 from payment_reviews')).toEqual([])
    expect(pix.problems).toEqual([])
  },
)

interface Entry {
  external_id: string
  amount_cents: number
}

const sorted = (entries: Entry[]) =>
  entries.map(({ external_id: id, amount_cents: cents }) => `${id} ${cents}`).toSorted()
