import pg from 'pg'
import type { Sql } from '../world/sql.ts'

/** Where each row of a history has its times. */
const times = {
  tickets: ['created_at', 'updated_at', 'closed_at', 'waiting_since', 'last_message_at', 'imported_at'],
  ticket_turns: ['created_at', 'queued_at', 'started_at', 'closed_at', 'finished_at', 'rated_at'],
  ticket_waits: ['began_at', 'ended_at'],
  ticket_log: ['created_at'],
  messages: ['sent_at', 'created_at'],
  conversations: ['last_inbound_at'],
} as const

/** Time passes: everything that has happened was so much earlier. What a timer has rolled up meanwhile is of other days. */
export async function pass({ id, sql }: { id: number; sql: Sql }, minutes: number): Promise<void> {
  for (const [table, columns] of Object.entries(times)) {
    const moved = columns.map((column) => `${column} = ${column} - make_interval(mins => $2)`)
    await sql(`update ${table} set ${moved.join(', ')} where company_id = $1`, [id, minutes])
  }
  // The product counts anew what was rolled up for another time zone.
  await sql(`update number_rollups set timezone = 'none' where company_id = $1`, [id])
}

/** The same for whoever has nothing but the address of the database. */
export async function passAt(databaseUrl: string, id: number, minutes: number): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    await pass({ id, sql: async (text, values) => (await db.query(text, values)).rows }, minutes)
  } finally {
    await db.end()
  }
}
