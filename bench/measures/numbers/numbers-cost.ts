import type pg from 'pg'
import { onDatabase } from '../../database.ts'
import { byTurns } from '../../numbers/by-turns.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { ServerUnderTest, Testbed } from '../../testbed.ts'

/**
 * Measures what numbers cost the messages: an answer that ends a customer's wait writes a row of its own, another one
 * writes nothing for them, and so does what comes in.
 */
export async function measureNumbersCost(testbed: Testbed): Promise<Row[]> {
  const rounds = testbed.isQuick ? 100 : 400
  const product = await testbed.fresh('numbers_cost')
  const [waiting, answered] = await onDatabase(testbed.adminUrlOf('numbers_cost'), async (db) => {
    const made = await fill(db, product, 2 * (rounds + 20))
    return [made.filter((_id, nth) => nth % 2 === 0), made.filter((_id, nth) => nth % 2 === 1)]
  })
  const send = (ids: number[]) => {
    let nth = 0
    return () => product.admin.post(`/messages/${ids[nth++]}`, { body: 'Bom dia! Segue o orçamento.' })
  }
  const [ends = [], bare = []] = await byTurns(rounds, [send(waiting ?? []), send(answered ?? [])])
  await product.stop()
  const [ours, floor] = [percentile(ends, 0.5), percentile(bare, 0.5)]
  return [
    {
      what: "POST /messages that ends a customer's wait",
      ours: `p50 ${ms(ours)}, p95 ${ms(percentile(ends, 0.95))}`,
      baseline: `p50 ${ms(floor)}, p95 ${ms(percentile(bare, 0.95))} (×${(ours / floor).toFixed(2)}): one that ends none`,
      wanted: 'p50 ≤ ×1.05',
      holds: ours / floor <= 1.05,
    },
  ]
}

/** Open tickets of the admin, each with its attendance. In every other one the customer waits. */
async function fill(db: pg.Client, { data, tokens }: ServerUnderTest, count: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with made as (
       insert into contacts (company_id, name, phone)
       select $1, 'Cliente ' || n, '5531' || (986000000 + n) from generate_series(1, $4::int) n returning id),
     talks as (
       insert into conversations (company_id, contact_id, connection_id, address)
       select $1, made.id, (select min(id) from connections where company_id = $1), '' from made returning id, contact_id, connection_id),
     opened as (
       insert into tickets (company_id, conversation_id, contact_id, connection_id, status, user_id, queue_id, waiting_since)
       select $1, id, contact_id, connection_id, 'open', $2, $3, case when row_number() over (order by id) % 2 = 1 then now() - interval '5 minutes' end from talks
       returning id, contact_id, connection_id),
     begun as (
       insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, user_id, queue_id, started_at)
       select $1, id, contact_id, connection_id, $2, $3, now() from opened)
     select id from opened order by id`,
    [data.companyId, tokens.userId, data.queueId, count],
  )
  await db.query('vacuum analyze')
  return rows.map(({ id }) => Number(id))
}
