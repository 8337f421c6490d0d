import type { Company } from '#test/world'

/** Adds messages to a ticket, and updates the statistics that PostgreSQL plans with. */
export async function addManyMessages({ sql }: Company, ticketId: number, count: number): Promise<void> {
  await sql(
    `insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, from_me, origin, body)
     select company_id, conversation_id, id, connection_id, gen_random_uuid()::text, true, 'user', 'Mensagem ' || n
     from tickets, generate_series(1, $2::int) as n where id = $1`,
    [ticketId, count],
  )
  await sql('analyze messages')
}
