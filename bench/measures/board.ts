import pg from 'pg'
import { type Row, ms } from '../table.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'
import { beside } from './calls.ts'

const cards = 400
const lanes = 8

/** Measures the board with 400 cards: all of it at once, as existing clients fetch it, and one page of a lane. */
export async function measureBoard(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 3
  const product = await testbed.fresh('board')
  const laneId = await fill(testbed.adminUrlOf('board'), product)
  const baseline = await testbed.baselineOn('board', product.data.companyId)
  await product.logIn()
  const measured: [string, string, string][] = [
    [`board of ${cards} cards`, '/ticket/kanban?teste=true', '/board-all'],
    ['a page of a lane', `/ticket/kanban/cards?lane=${laneId}`, `/board-lane?value=${laneId}`],
    ['lanes with their counts', '/ticket/kanban/lanes', '/board-lanes'],
  ]
  const rows: Row[] = []
  for (const [what, ours, floor] of measured) {
    const { mine, baseline: bare } = await beside(1, seconds, {
      ours: () => product.admin.get(ours),
      baselineCall: () => baseline.client.get(floor),
    })
    const ratio = mine.p50 / bare.p50
    rows.push({
      what,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(bare.p50)} (×${ratio.toFixed(1)})`,
      wanted: '≤ ×3, p95 < 100 ms',
      holds: ratio <= 3 && mine.p95 < 100,
    })
  }
  await product.stop()
  return rows
}

/** Every ninth card is in no lane, and every fifth was put somewhere. Returns a lane. */
async function fill(url: string, { data: { companyId, queueId } }: ServerUnderTest): Promise<number> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  await db.query(
    `update tickets set status = 'closed', closed_at = now() where company_id = $1 and status in ('open', 'pending')`,
    [companyId],
  )
  const { rows: tags } = await db.query<{ id: string }>(
    `insert into tags (company_id, name, is_kanban) select $1, 'Etapa ' || n, true from generate_series(1, $2::int) n returning id`,
    [companyId, lanes],
  )
  await db.query(
    `with made as (
       insert into contacts (company_id, name, phone)
       select $1, 'Cliente ' || n, '5531' || (987000000 + n) from generate_series(1, $3::int) n returning id),
     talks as (
       insert into conversations (company_id, contact_id, connection_id, address)
       select $1, made.id, (select min(id) from connections where company_id = $1), '' from made returning id, contact_id, connection_id)
     insert into tickets (company_id, conversation_id, contact_id, connection_id, status, queue_id, last_message)
     select $1, id, contact_id, connection_id, 'pending', $2, 'Quanto custa o sofá de três lugares?' from talks`,
    [companyId, queueId, cards],
  )
  await db.query(
    `insert into ticket_tags (company_id, ticket_id, tag_id)
     select company_id, id, ($2::bigint[])[1 + id % 9] from tickets
     where company_id = $1 and status = 'pending' and id % 9 < 8`,
    [companyId, tags.map(({ id }) => id)],
  )
  await db.query(
    `insert into kanban_places (company_id, ticket_id, place)
     select company_id, id, id * 1000000 + 500 from tickets where company_id = $1 and status = 'pending' and id % 5 = 0`,
    [companyId],
  )
  await db.query('vacuum analyze')
  await db.end()
  return Number(tags[0]?.id)
}
