import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createEfiGateway } from '@guiche/pix'
import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import pg from 'pg'
import { insertDueInvoices } from '../../apps/server/src/modules/billing/invoices.repository.ts'
import { createKysely, createPool } from '../../apps/server/src/platform/database/connect.ts'
import { createClient } from '../client.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'

/** Reports per second. */
const load = 300
const database = 'payments'

/**
 * Measures how fast reports of payments are answered, at a steady rate: of real payments, which are settled meanwhile,
 * the same ones again, and forged ones, half of them with the secret. Beside it: a bare insert of the same bytes.
 */
export async function measurePaymentReports(testbed: Testbed): Promise<Row[]> {
  const count = load * (testbed.isQuick ? 2 : 5)
  const pix = await createPixServer()
  const product = await testbed.fresh(database, pix.environment)
  const operator = await product.operator()
  await operator.put('/billing/settings', pix.settings.efi)
  await operator.post('/billing/settings/test', {})
  const address = new URL(pix.efi.webhookUrl ?? '')
  const db = new pg.Pool({ connectionString: testbed.adminUrlOf(database), max: 8 })
  try {
    const reports = await payAll(testbed, pix, db, count)
    const client = createClient(product.url)
    const send = async (report: object, secret?: string): Promise<number> => {
      const target = new URL(address)
      if (secret !== undefined) target.searchParams.set('hmac', secret)
      return (await client.post(target.pathname + target.search, report)).status
    }
    const floor = await testbed.baselineOn(database)
    const bare = await steadily(reports, async (report) => (await floor.client.post('/reports', report)).status)

    const begun = performance.now()
    const real = await steadily(reports, (report) => send(report))
    const settledAfter = await untilPaid(db, count, begun)
    const repeated = await steadily(reports, (report) => send(report))
    const forged = await steadily(reports.map(forgedOf), (report, nth) => send(report, nth % 2 ? 'wrong' : undefined))
    await untilSettled(db)
    const ledger = await db.query('select count(*)::int as count from payments')
    client.close()

    const isOnce = ledger.rows[0]?.count === count
    return [
      row('real, which are settled meanwhile', real, { bare, also: `all paid after ${settledAfter.toFixed(1)} s` }),
      row('the same ones again', repeated, { bare, also: isOnce ? 'each in the ledger once' : '**paid twice**' }),
      row('forged, half of them with the secret', forged, { bare }),
    ].map((one) => ({ ...one, holds: one.holds && isOnce }))
  } finally {
    await db.end()
    await product.stop()
    await pix.stop()
  }
}

/** What was answered, and the time in ms until then. */
interface Answers {
  samples: number[]
  statuses: Set<number>
}

function row(what: string, { samples, statuses }: Answers, { bare, also }: { bare: Answers; also?: string }): Row {
  const [p50, p99] = [percentile(samples, 0.5), percentile(samples, 0.99)]
  const floor = percentile(bare.samples, 0.5)
  const ratio = p50 / floor
  const said = [...statuses].toSorted((one, other) => one - other).join(', ')
  return {
    what: `reports of payments at ${load}/s, ${what}`,
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}, answered ${said}${also === undefined ? '' : `, ${also}`}`,
    baseline: `p50 ${ms(floor)}, p99 ${ms(percentile(bare.samples, 0.99))} (×${ratio.toFixed(1)}): a bare insert`,
    wanted: 'p50 < 50 ms, p99 < 250 ms, ≤ ×5, no 5xx',
    holds: p50 < 50 && p99 < 250 && ratio <= 5 && [...statuses].every((status) => status < 500),
  }
}

type Report = ReturnType<typeof reportOf>

/** As many companies with an invoice and a charge, which all were paid. The provider's own reports are held back. */
async function payAll(testbed: Testbed, pix: PixServer, db: pg.Pool, count: number): Promise<Report[]> {
  await db.query(
    `with plan as (
       insert into plans (name, users, connections, queues, amount_cents, is_public, features)
       values ('Loja', 5, 5, 5, 9990, false, '{}') returning id)
     insert into companies (name, plan_id, due_date, recurrence)
     select 'Loja ' || g, plan.id, current_date + 5, 'MENSAL' from plan, generate_series(1, $1::integer) g`,
    [count],
  )
  const pool = createPool(testbed.adminUrlOf(database), { max: 1, onError: () => undefined })
  await insertDueInvoices(createKysely(pool))
  await pool.end()
  const { efi, ca } = pix
  const gateway = createEfiGateway({ ...efi.account, certificate: efi.p12, webhookSecret: '', baseUrl: efi.url, ca })
  const { rows: invoices } = await db.query('select company_id, id, amount_cents from invoices order by id')
  if (invoices.length !== count) throw new Error(`there are ${invoices.length} invoices`)
  pix.webhooks.hold()
  const reports: Report[] = []
  const next = async () => {
    for (let invoice = invoices.pop(); invoice; invoice = invoices.pop()) {
      const txid = randomBytes(16).toString('hex')
      const { copyText, expiresAt } = await gateway.createCharge({
        txid,
        amountCents: invoice.amount_cents,
        expiresInSeconds: 3600,
        description: `Fatura ${invoice.id}`,
      })
      await db.query(
        `insert into charges (company_id, invoice_id, provider, txid, provider_id, amount_cents, status, copy_text, expires_at)
         values ($1, $2, 'efi', $3, $3, $4, 'open', $5, $6)`,
        [invoice.company_id, invoice.id, txid, invoice.amount_cents, copyText, expiresAt],
      )
      reports.push(reportOf(txid, pix.bank.pay(txid).id))
    }
  }
  await Promise.all(Array.from({ length: 8 }, next))
  gateway.close()
  await db.query('vacuum analyze')
  return reports
}

const reportOf = (txid: string, endToEndId: string) => ({
  pix: [
    { endToEndId, txid, chave: randomBytes(16).toString('hex'), valor: '99.90', horario: new Date().toISOString() },
  ],
})

/** About the same charges, but about payments that never happened. */
const forgedOf = ({ pix: [item] }: Report) =>
  reportOf(item?.txid ?? '', `E18036150${randomBytes(12).toString('hex')}`.slice(0, 32))

/** Begins one after the other at the same pace, whatever the answers take. */
async function steadily<T>(all: T[], work: (one: T, nth: number) => Promise<number>): Promise<Answers> {
  const answers: Answers = { samples: [], statuses: new Set() }
  const start = performance.now()
  await Promise.all(
    all.map(async (one, nth) => {
      await pause(Math.max(0, start + (nth * 1000) / load - performance.now()))
      const begun = performance.now()
      answers.statuses.add(await work(one, nth))
      answers.samples.push(performance.now() - begun)
    }),
  )
  return answers
}

/** In seconds since then. */
async function untilPaid(db: pg.Pool, count: number, begun: number): Promise<number> {
  await until(async () => {
    const { rows } = await db.query(`select count(*)::int as paid from invoices where status = 'paid'`)
    return rows[0]?.paid === count
  })
  return (performance.now() - begun) / 1000
}

const untilSettled = (db: pg.Pool) =>
  until(async () => {
    const { rows } = await db.query(
      `select from payment_webhooks where next_read_at is not null
       union all select from pgboss.job where name = 'billing.settle' and state in ('created', 'retry', 'active') limit 1`,
    )
    return rows.length === 0
  })

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const latest = performance.now() + 300_000
  while (performance.now() < latest) {
    if (await isDone()) return
    await pause(100)
  }
  throw new Error('it was not done within five minutes')
}
