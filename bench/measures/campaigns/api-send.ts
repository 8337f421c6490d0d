import { limits } from '@guiche/contract'
import type pg from 'pg'
import { numberOf } from '../../campaigns/campaigns.ts'
import { type Client, createClient } from '../../client.ts'
import { onDatabase } from '../../database.ts'
import { type Row, ms } from '../../table.ts'
import type { Swallowing, Testbed } from '../../testbed.ts'
import { beside } from '../calls.ts'

const customers = 50

/**
 * Measures sends of programs, beside answers of an attendant in the same tickets. A token may make sixty calls a minute, so
 * that many programs call by turns.
 */
export async function measureApiSend(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 4
  const product = await testbed.swallowing('programs')
  const [connectionId = 0] = await product.connect(1)
  const ticketIds = await onDatabase(testbed.adminUrlOf('programs'), (db) => addTickets(db, product, connectionId))
  const programs = await addPrograms(product, connectionId)
  let turn = 0
  const next = () => (turn += 1)
  const body = 'Bom dia! Segue o orçamento.'
  // The first use of a token within a minute is written down.
  for (const [nth, program] of programs.entries()) {
    const { status, text } = await program.post('/api/messages/send', { number: numberOf(nth % customers), body })
    if (status !== 200) throw new Error(`send: ${status} ${text}`)
  }
  const rows: Row[] = []
  for (const lanes of [1, 8]) {
    const { mine, baseline } = await beside(lanes, seconds, {
      ours: () => {
        const nth = next()
        const program = programs[nth % programs.length] ?? product.admin
        return program.post('/api/messages/send', { number: numberOf(nth % customers), body })
      },
      baselineCall: () => product.admin.post(`/messages/${ticketIds[next() % ticketIds.length]}`, { body }),
    })
    const [ratio, slow] = [mine.p50 / baseline.p50, mine.p95 / baseline.p95]
    rows.push({
      what: `POST /api/messages/send, ${lanes} at once`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(2)}), p95 ${ms(baseline.p95)} (×${slow.toFixed(2)}): POST /messages`,
      wanted: 'p50 ≤ ×1.3',
      holds: ratio <= 1.3,
    })
  }
  for (const program of programs) program.close()
  await product.stop()
  return rows
}

/** Open tickets of the admin, each of a customer who has written. */
async function addTickets(
  db: pg.Client,
  { data: { companyId, queueId }, tokens: { userId } }: Swallowing,
  connectionId: number,
): Promise<number[]> {
  const { rows } = await db.query(
    `with person as (
       insert into contacts (company_id, name, phone)
       select $1, 'Cliente ' || n, ($5::bigint + n)::text from generate_series(0, $6::integer - 1) n returning id, phone),
     known as (
       insert into contact_identities (company_id, contact_id, kind, value) select $1, id, 'phone', phone from person),
     talk as (
       insert into conversations (company_id, contact_id, connection_id, address, last_inbound_at)
       select $1, id, $2, phone, now() from person returning id, contact_id)
     insert into tickets (company_id, conversation_id, contact_id, connection_id, status, user_id, queue_id)
     select $1, id, contact_id, $2, 'open', $3, $4 from talk returning id::int`,
    [companyId, connectionId, userId, queueId, numberOf(0), customers],
  )
  await db.query('vacuum analyze')
  return rows.map(({ id }) => id)
}

/** Each with a token of its own. */
async function addPrograms({ admin, url }: Swallowing, connectionId: number): Promise<Client[]> {
  const programs: Client[] = []
  for (let nth = 0; nth < limits.apiTokensPerCompany; nth += 1) {
    const { status, text } = await admin.post('/api-tokens', {
      name: `Programa ${nth}`,
      whatsappId: connectionId,
      scopes: ['send'],
    })
    if (status !== 201) throw new Error(`token: ${status} ${text}`)
    programs.push(createClient(url, { authorization: `Bearer ${JSON.parse(text).token}` }))
  }
  return programs
}
