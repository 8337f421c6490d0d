import type { Tenant } from './testbed.ts'

export interface MessageRow {
  id: number
  ticket_id: number
  /** The contact's name, unique in the run. */
  customer: string
  sender: string | null
  external_id: string
  client_id: string | null
  from_me: boolean
  body: string
  /** The network's time: whole seconds for inbound messages. */
  sent_at: Date
  ack: number
  failure: string | null
  media_state: string | null
}

export interface TicketRow {
  id: number
  customer: string
  status: string
  attendances: number
  running: number
  /** Kinds of the ticket log's entries about moves, in order. */
  moves: string[]
  unread_count: number
  counted: number
  last_message: string
  /** Texts of all messages that may be the last one, because the network gives times in whole seconds. */
  newest: string[]
}

/** Sorted as a conversation shows them. */
export async function readMessages({ sql, companyId }: Tenant): Promise<MessageRow[]> {
  const rows = await sql(`
    select m.id, m.ticket_id, c.name as customer, u.name as sender, m.external_id, m.client_id, m.from_me, m.body, m.sent_at, m.ack, m.failure, f.state as media_state
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    left join users u on u.company_id = m.company_id and u.id = m.sender_user_id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    where m.company_id = ${companyId}
    order by m.sent_at, m.id`)
  return rows.map((row) => ({ ...row, id: Number(row.id), ticket_id: Number(row.ticket_id) }))
}

export async function readTickets({ sql, companyId }: Tenant): Promise<TicketRow[]> {
  return sql(`
    select t.id, c.name as customer, t.status, t.unread_count,
      (select count(*)::int from ticket_turns a where a.company_id = t.company_id and a.ticket_id = t.id) as attendances,
      (select count(*)::int from ticket_turns a where a.company_id = t.company_id and a.ticket_id = t.id and a.finished_at is null) as running,
      (select coalesce(array_agg(l.kind order by l.id), '{}') from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id
         and l.kind in ('create', 'open', 'closed', 'reopen', 'pending')) as moves, t.last_message, n.bodies as newest,
      (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
         and m.id > coalesce((select max(r.id) from messages r where r.company_id = t.company_id and r.ticket_id = t.id and r.origin = 'user'), 0)) as counted
    from tickets t
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    cross join lateral (
      select array_agg(m.body) as bodies from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id
        and m.sent_at >= (select max(l.sent_at) from messages l where l.company_id = t.company_id and l.ticket_id = t.id) - interval '2 seconds') n
    where t.company_id = ${companyId}
    order by t.id`)
}

export async function readContacts({ sql, companyId }: Tenant): Promise<string[]> {
  return (await sql(`select name from contacts where company_id = ${companyId} order by id`)).map(({ name }) => name)
}

/** The customers' reactions by message id: one per person, whichever of their addresses was used. */
export async function readReactions({ sql, companyId }: Tenant): Promise<Map<string, string>> {
  const rows = await sql(`
    select m.external_id, string_agg(r.emoji, ' ' order by r.sender) as emoji from message_reactions r
    join messages m on m.company_id = r.company_id and m.id = r.message_id where m.company_id = ${companyId} and r.sender <> 'me' and r.emoji <> '' group by m.external_id`)
  return new Map(rows.map(({ external_id, emoji }) => [external_id, emoji]))
}
