import pg from 'pg'
import type { Server } from '../server.ts'

/**
 * Writes older messages straight into a ticket, one a minute: `Linha 1 de 2000` is the first of all. The word
 * agulha is only in the fourteenth.
 */
export async function giveHistory(server: Server, ticketId: number, count: number): Promise<void> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    await db.query(
      `insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, from_me, ack, body, origin)
       select t.company_id, t.conversation_id, t.id, t.connection_id, t.created_at - make_interval(mins => $2::int + 1 - n),
              gen_random_uuid()::text, n % 3 = 0, 3,
              'Linha ' || n || ' de ' || $2::int || case when n % 7 = 0 then repeat(', com mais palavras', n % 20) else '' end
              || case when n = 14 then ', a agulha no palheiro' else '' end, 'channel'
       from tickets t, generate_series(1, $2::int) n where t.id = $1`,
      [ticketId, count],
    )
  } finally {
    await db.end()
  }
}
