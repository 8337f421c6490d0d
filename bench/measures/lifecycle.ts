import type pg from 'pg'
import { insertDueInvoices, moveOpenInvoices } from '../../apps/server/src/modules/billing/invoices.repository.ts'
import { noteNotices } from '../../apps/server/src/modules/billing/lifecycle/tell-notice.ts'
import { createKysely, createPool } from '../../apps/server/src/platform/database/connect.ts'
import { createLogger } from '../../apps/server/src/platform/process/log.ts'
import { createJobQueue } from '../../apps/server/src/platform/work/jobs.ts'
import { onDatabase } from '../database.ts'
import type { Row } from '../table.ts'
import type { Testbed } from '../testbed.ts'

const database = 'lifecycle'

/**
 * Measures what the timers of the lifecycle do, all companies having something to be told and an invoice to be made, and
 * then the same again, when nothing is new. Beside it: as many rows as two bare inserts.
 */
export async function measureLifecycle(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 2000 : 10_000
  const product = await testbed.fresh(database)
  // Its timers and jobs would write too.
  await product.stop()
  const url = testbed.adminUrlOf(database)
  return onDatabase(url, (db) => measureTwice(db, url, count))
}

async function measureTwice(db: pg.Client, url: string, count: number): Promise<Row[]> {
  await addCompanies(db, count)
  const jobs = createJobQueue({ adminUrl: url, operatorUrl: url, keepsDead: 30, log: createLogger('error') })
  jobs.define('subscription.notice', { retryLimit: 8, retryDelay: 5, retryDelayMax: 600, expireInSeconds: 60 }, () =>
    Promise.resolve(),
  )
  await jobs.start({ work: false })
  const pool = createPool(url, { max: 1, onError: () => undefined })
  const operator = createKysely(pool)
  const run = async () => {
    const begun = performance.now()
    await moveOpenInvoices(operator)
    await insertDueInvoices(operator)
    await noteNotices({ units: { operator }, jobs })
    const seconds = (performance.now() - begun) / 1000
    // Else the counts of this connection are added within a second.
    await pool.query('select pg_stat_force_next_flush()')
    await pool.query('select 1')
    return seconds
  }
  try {
    const before = await rowsWritten(db)
    const first = await run()
    const between = await rowsWritten(db)
    const second = await run()
    const after = await rowsWritten(db)
    const bare = await insertBare(db)
    const { rows } = await db.query(
      `select (select count(*)::int from subscription_notices) as notices, (select count(*)::int from invoices) as invoices,
              (select count(*)::int from pgboss.job where name = 'subscription.notice') as jobs`,
    )
    const [made] = rows
    const isWhole = made.notices === count && made.invoices === count && made.jobs === count
    const [written, again] = [between - before, after - between]
    return [
      {
        what: `lifecycle run, ${count.toLocaleString('en')} companies that are all to be told something and to get an invoice`,
        ours: `${first.toFixed(2)} s, ${written} rows written: ${made.invoices} invoices, ${made.notices} notices, ${made.jobs} jobs`,
        baseline: `${bare.toFixed(2)} s: bare inserts of as many rows`,
        wanted: '< 10 s, one of each for each company',
        holds: first < 10 && isWhole && written >= 3 * count,
      },
      {
        what: 'the same again',
        ours: `${second.toFixed(2)} s, ${again} rows written`,
        wanted: '< 10 s, 0 rows',
        holds: second < 10 && again === 0,
      },
    ]
  } finally {
    await jobs.stop()
    await pool.end()
  }
}

/** Some are due soon, some today, and some are overdue. */
async function addCompanies(db: pg.Client, count: number): Promise<void> {
  await db.query('update companies set due_date = null')
  await db.query(
    `with plan as (
       insert into plans (name, users, connections, queues, amount_cents, is_public, features)
       values ('Loja', 5, 5, 5, 9990, false, '{}') returning id)
     insert into companies (name, plan_id, due_date, recurrence)
     select 'Loja ' || g, plan.id, (now() at time zone 'America/Sao_Paulo')::date + 5 - g % 11, 'MENSAL'
     from plan, generate_series(1, $1::integer) g`,
    [count],
  )
  await db.query('vacuum analyze')
}

/** Since the database was made: rows inserted, changed and deleted in the tables of the product, and jobs. */
async function rowsWritten(db: pg.Client): Promise<number> {
  const { rows } = await db.query(
    `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count from pg_stat_user_tables
     where schemaname = 'public' or schemaname = 'pgboss' and relname like 'job%'`,
  )
  return rows[0].count
}

/** In seconds. */
async function insertBare(db: pg.Client): Promise<number> {
  for (const table of ['invoices', 'subscription_notices'])
    await db.query(`create table baseline_${table} (like ${table} including all)`)
  await db.query('create table baseline_jobs (like pgboss.job including all)')
  const begun = performance.now()
  for (const table of ['invoices', 'subscription_notices'])
    await db.query(`insert into baseline_${table} select * from ${table}`)
  await db.query(`insert into baseline_jobs select * from pgboss.job where name = 'subscription.notice'`)
  return (performance.now() - begun) / 1000
}
