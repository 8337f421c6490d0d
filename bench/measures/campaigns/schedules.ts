import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { judge, numberOf } from '../../campaigns/campaigns.ts'
import { Commits } from '../../commits.ts'
import { onDatabase } from '../../database.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

/** In seconds: the messages are due within this time. */
const span = 60

/** Measures scheduled messages to people who have never written, all of them due within one minute (reliability R29). */
export async function measureSchedules(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 2000 : 10_000
  const product = await testbed.swallowing('schedules')
  const [connectionId = 0] = await product.connect(1)
  const { companyId } = product.data
  return onDatabase(testbed.adminUrlOf('schedules'), async (db) => {
    await addSchedules(db, { companyId, connectionId, userId: product.tokens.userId, count })
    const commits = await Commits.start(testbed.adminUrlOf('schedules'))
    for (const end = performance.now() + 600_000; performance.now() < end; await pause(200)) {
      void commits.one()
      const { rows } = await db.query(
        `select exists (select from schedules where company_id = $1 and status = 'PENDENTE') as is_waiting`,
        [companyId],
      )
      if (!rows[0].is_waiting) break
    }
    const bare = await commits.stop()
    // What is in the outbox is sent meanwhile.
    await pause(3000)
    await product.stop()
    const { rows: sent } = await db.query(
      `select extract(epoch from pg_xact_commit_timestamp(s.xmin) - s.send_at)::float8 as late from schedules s
       where s.company_id = $1 and s.status = 'ENVIADA'`,
      [companyId],
    )
    const late = sent.map((row): number => row.late)
    const { lost, doubled } = judge(product.swallowed(), count)
    const p95 = percentile(late, 0.95)
    return [
      {
        what: `${count.toLocaleString('en')} scheduled messages due in ${span} s`,
        ours: `${sent.length} sent, ${lost} lost, ${doubled} doubled; late by p50 ${percentile(late, 0.5).toFixed(2)} s, p95 ${p95.toFixed(2)} s`,
        baseline: `p50 ${ms(percentile(bare, 0.5))}, p95 ${ms(percentile(bare, 0.95))}: one commit of a bare row`,
        wanted: 'once each',
        holds: sent.length === count && lost === 0 && doubled === 0,
      },
    ]
  })
}

interface Schedules {
  companyId: number
  connectionId: number
  userId: number
  count: number
}

/** For a person each, evenly over the time, from five seconds on. */
async function addSchedules(db: pg.Client, { companyId, connectionId, userId, count }: Schedules): Promise<void> {
  await db.query(
    `with person as (
       insert into contacts (company_id, name, phone)
       select $1, 'Pessoa ' || n, ($5::bigint + n)::text from generate_series(1, $4::integer) n returning id, phone),
     known as (
       insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'phone', phone from person)
     insert into schedules (company_id, contact_id, user_id, connection_id, body, send_at, recurs_from)
     select $1, id, $3, $2, 'Sua hora é amanhã', at, at
     from (select id, now() + interval '5 seconds' + make_interval(secs => row_number() over (order by id) * ${span}.0 / $4::integer) as at from person) p`,
    [companyId, connectionId, userId, count, numberOf(0)],
  )
  await db.query('vacuum analyze contacts, contact_identities, schedules')
}
