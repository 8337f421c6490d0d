import pg from 'pg'
import type { Testbed } from '../testbed.ts'

export interface Conversation {
  ticketId: number
  uuid: string
}

/** How many messages the long conversation has. */
export const many = 10_000
/** How many the short one has. */
export const few = 10

/** An open ticket with 10,000 messages and one with ten, both of the large company. */
export async function makeConversations(testbed: Testbed): Promise<{ long: Conversation; short: Conversation }> {
  return inDatabase(testbed, async (db) => {
    // The tickets of the attendant, who writes while the admin reads.
    const { rows } = await db.query<{ id: string; uuid: string }>(
      `select t.id, t.uuid from tickets t join users u on u.company_id = t.company_id and u.id = t.user_id
       where t.company_id = $1 and t.status = 'open' and u.email = $2 order by t.id limit 2`,
      [testbed.whole.data.companyId, testbed.whole.data.attendant.email],
    )
    const [long, short] = rows.map(({ id, uuid }) => ({ ticketId: Number(id), uuid }))
    if (!long || !short) throw new Error('the attendant has fewer than two open tickets')
    await db.query(
      `insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, from_me, ack, body, origin)
       select t.company_id, t.conversation_id, t.id, t.connection_id,
              (select min(sent_at) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) - make_interval(mins => n::int * 3),
              gen_random_uuid()::text, n % 3 = 0, 3, 'Mensagem ' || n || repeat(' e mais palavras', (n % 12)::int), 'channel'
       from tickets t,
            generate_series(1, $2 - (select count(*) from messages m join tickets o on o.company_id = m.company_id and o.id = m.ticket_id where o.id = $1)) n
       where t.id = $1`,
      [long.ticketId, many],
    )
    await db.query(
      `delete from messages where ticket_id = $1
       and id not in (select id from messages where ticket_id = $1 order by sent_at desc, id desc limit $2)`,
      [short.ticketId, few],
    )
    await db.query('analyze messages')
    return { long, short }
  })
}

/** Opens closed tickets until the admin's list has this many. */
export async function openTickets(testbed: Testbed, count: number): Promise<void> {
  await inDatabase(testbed, (db) =>
    db.query(
      `update tickets t set status = 'open', closed_at = null, user_id = u.id, last_message_at = now() - make_interval(secs => t.id % 86400)
       from users u where u.company_id = t.company_id and u.email = $2 and t.id in (
         select id from tickets where company_id = $1 and status = 'closed' order by id desc
         limit greatest(0, $3 - (select count(*) from tickets where company_id = $1 and status = 'open')))`,
      [testbed.whole.data.companyId, testbed.whole.data.admin.email, count],
    ),
  )
}

async function inDatabase<T>(testbed: Testbed, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
