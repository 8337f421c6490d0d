import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cpuOf } from '../processes.ts'
import { type Row, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'

const waiting = 100_000
const due = 1000

/**
 * Measures what is due to tickets: 100,000 wait for a time that is far away, and 1,000 are to be closed within a second.
 * Beside it: the same closings as three hand-written statements each.
 */
export async function measureTimers(testbed: Testbed): Promise<Row[]> {
  const { data, pid } = testbed.tenth
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('tenth') })
  await db.connect()
  const seconds = testbed.isQuick ? 10 : 30
  const spend = async () => {
    const before = cpuOf(pid) + cpuOf(testbed.postgres.pid())
    await pause(seconds * 1000)
    return (cpuOf(pid) + cpuOf(testbed.postgres.pid()) - before) / (seconds * 10)
  }
  const without = await spend()
  await addTickets(db, data.companyId, { count: waiting, status: 'nps', after: 'Espera' })
  await db.query(
    `insert into ticket_timers (company_id, ticket_id, kind, due_at)
     select company_id, id, 'rating', now() + interval '1 day' from tickets where company_id = $1 and last_message = 'Espera'`,
    [data.companyId],
  )
  // Else the database does this, and writes what was changed, while it should be idle.
  await db.query('vacuum analyze contacts, conversations, tickets, ticket_timers')
  await db.query('checkpoint')
  await pause(3000)
  const beside = await spend()

  const lateness = await closeAll(db, data.companyId)
  const bare = await closeBare(testbed, data.companyId)
  const { rows: logged } = await db.query(
    `select count(*)::int as entries, count(distinct ticket_id)::int as tickets from ticket_log l
     where kind = 'autoClose' and exists (select from tickets t where t.company_id = l.company_id and t.id = l.ticket_id and t.last_message = 'Vence')`,
  )
  await db.end()
  const p95 = percentile(lateness, 0.95)
  const isOnce = logged[0].entries === due && logged[0].tickets === due
  return [
    {
      what: `${due} tickets due within a second, beside ${waiting} that wait`,
      ours: `late by p50 ${percentile(lateness, 0.5).toFixed(2)} s, p95 ${p95.toFixed(2)} s, ${logged[0].tickets} closed, each once: ${isOnce ? 'yes' : 'no'}`,
      baseline: `p50 ${percentile(bare, 0.5).toFixed(2)} s, p95 ${percentile(bare, 0.95).toFixed(2)} s: three statements each, four at a time`,
      wanted: 'each once, p95 < 5 s',
      holds: isOnce && lateness.length === due && p95 < 5,
    },
    {
      what: `idle CPU while ${waiting} tickets wait for their time, server and database`,
      ours: `${beside.toFixed(2)} %`,
      baseline: `${without.toFixed(2)} %: the same without them`,
      wanted: 'less than 1 % more',
      holds: beside - without < 1,
    },
  ]
}

/** Tickets of customers of their own; `after`: what they show. */
async function addTickets(
  db: pg.Client,
  companyId: number,
  { count, status, after }: { count: number; status: string; after: string },
): Promise<void> {
  await db.query(
    `with people as (
       insert into contacts (company_id, name, phone) select $1, $4 || ' ' || n, null from generate_series(1, $2::int) n returning id),
     talks as (
       insert into conversations (company_id, contact_id, connection_id, address)
       select $1, p.id, (select min(id) from connections where company_id = $1), 'bench' || p.id from people p
       returning id, contact_id, connection_id)
     insert into tickets (company_id, conversation_id, contact_id, connection_id, status, last_message, updated_at)
     select $1, id, contact_id, connection_id, $3, $4, now() - interval '2 hours' from talks`,
    [companyId, count, status, after],
  )
}

/** In seconds: how late each ticket was seen to be closed. */
async function closeAll(db: pg.Client, companyId: number): Promise<number[]> {
  await db.query('update connections set idle_close_minutes = 60, idle_warning_minutes = 0 where company_id = $1', [
    companyId,
  ])
  await addTickets(db, companyId, { count: due, status: 'open', after: 'Vence' })
  await db.query(
    `create temp table due as
     select id, clock_timestamp() + interval '3 seconds' + make_interval(secs => row_number() over (order by id) / ${due}.0) as at
     from tickets where company_id = $1 and last_message = 'Vence'`,
    [companyId],
  )
  await db.query(
    `insert into ticket_timers (company_id, ticket_id, kind, due_at, detail)
     select $1, id, 'inactivity', at, jsonb_build_object('rule', '0/60', 'from', now() - interval '2 hours') from due`,
    [companyId],
  )
  const late: number[] = []
  for (const end = performance.now() + 120_000; late.length < due && performance.now() < end; await pause(50)) {
    const { rows } = await db.query(
      `delete from due d using tickets t where t.company_id = $1 and t.id = d.id and t.status = 'closed'
       returning extract(epoch from clock_timestamp() - d.at)::float8 as late`,
      [companyId],
    )
    late.push(...rows.map((row) => row.late))
  }
  return late
}

/** The same work without rules, log in, events and locks: in seconds, since all of it was due. */
async function closeBare(testbed: Testbed, companyId: number): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: testbed.adminUrlOf('tenth'), max: 4 })
  const { rows } = await pool.query(
    "select id from tickets where company_id = $1 and last_message = 'Espera' order by id limit $2",
    [companyId, due],
  )
  const begun = performance.now()
  const took: number[] = []
  const lanes = [0, 1, 2, 3].map(async (lane) => {
    const client = await pool.connect()
    for (const { id } of rows.filter((_, nth) => nth % 4 === lane)) {
      await client.query('begin')
      await client.query('delete from ticket_timers where company_id = $1 and ticket_id = $2', [companyId, id])
      await client.query("update tickets set status = 'closed', closed_at = now() where company_id = $1 and id = $2", [
        companyId,
        id,
      ])
      await client.query("insert into ticket_log (company_id, ticket_id, kind) values ($1, $2, 'closed')", [
        companyId,
        id,
      ])
      await client.query('commit')
      took.push((performance.now() - begun) / 1000)
    }
    client.release()
  })
  await Promise.all(lanes)
  await pool.end()
  return took
}
