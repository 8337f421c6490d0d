import pg from 'pg'
import type { Acknowledged, LoadedAttendant, LoadedVisitor, SeenAck } from './faults-load.ts'

/** What the clients were told, to compare with the database. */
interface Told {
  visitors: LoadedVisitor[]
  attendants: LoadedAttendant[]
}

interface Row {
  id: number
  ticket_id: number
  visitor: string
  external_id: string
  client_id: string | null
  from_me: boolean
  sender: string | null
  body: string
  ack: number
  failure: string | null
}

interface TicketRow {
  id: number
  unread_count: number
  counted: number
  last_message_id: number
  newest_id: number
  last_message: string
  newest: string
}

/** Work that is still to be done; empty when the system is idle (I8). */
export async function leftToDo(databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, async (sql) => {
    const rows = await sql<{ what: string }>(`
      select 'inbox entry ' || id || ' after ' || attempts || ' tries: ' || coalesce(error, '') as what from inbox
      union all select 'outbox entry ' || id || ' after ' || attempts || ' tries: ' || coalesce(error, '') from outbox
      union all select 'webhook ' || id from payment_webhooks where next_read_at is not null
      union all select 'job ' || name || ' ' || state from pgboss.job
                where state < 'completed' and name not in (select name from pgboss.schedule) and name not like '\\_\\_pgboss%'`)
    return rows.map(({ what }) => what)
  })
}

/** Checks the invariants I1 to I5; returns a sentence for each violation. */
export async function violations(databaseUrl: string, told: Told): Promise<string[]> {
  const { messages, tickets, lostFiles } = await withDatabase(databaseUrl, async (sql) => ({
    messages: await sql<Row>(`
      select m.id, m.ticket_id, v.address as visitor, m.external_id, m.client_id, m.from_me, split_part(u.email, '@', 1) as sender,
             m.body, m.ack, m.failure
      from messages m
      join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
      left join users u on u.company_id = m.company_id and u.id = m.sender_user_id
      order by m.id`),
    tickets: await sql<TicketRow>(`
      select t.id, t.unread_count, t.last_message_id, t.last_message, n.id as newest_id, left(n.body, 255) as newest,
        (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me
           and m.id > (select max(r.id) from messages r where r.company_id = t.company_id and r.ticket_id = t.id and r.origin = 'user')) as counted
      from tickets t
      cross join lateral (select id, body from messages m where m.company_id = t.company_id and m.ticket_id = t.id
                          and not m.is_private order by id desc limit 1) n
      order by t.id`),
    lostFiles: await sql<{ id: number }>(`
      select m.id from messages m join files f on f.company_id = m.company_id and f.id = m.file_id where f.state <> 'ready'`),
  }))
  const histories = await Promise.all(
    told.visitors.map(async (visitor) => ({ visitor, said: await visitor.history() })),
  )

  return [
    ...told.visitors.flatMap((visitor) => everyMessageOnceAndInOrder(visitor, messages)),
    ...told.attendants.flatMap((attendant) => everySendOnceAndInOrder(attendant, messages)),
    ...histories.flatMap(({ visitor, said }) => historyIsWhole(visitor, said, messages)),
    ...told.visitors.flatMap((visitor) => nothingOutOfNowhere(visitor, messages)),
    ...[...told.visitors, ...told.attendants].flatMap(acksOnlyForward),
    ...messages.filter(wasNotSent).map(({ id, ack, failure }) => `I3: message ${id} stands at ack ${ack}, ${failure}`),
    ...tickets.flatMap(countersAreTrue),
    ...lostFiles.map(({ id }) => `the file of message ${id} is not there`),
    ...(await unreadableFiles(histories.flatMap(({ said }) => said))),
  ]
}

/** I1, I2: each acknowledged message of the visitor is stored once, in the order of sending, and no other is. */
function everyMessageOnceAndInOrder({ id, name, acknowledged }: LoadedVisitor, messages: Row[]): string[] {
  const stored = messages.filter((row) => row.visitor === id && !row.from_me)
  return differences(`I1, I2: messages of ${name}`, idsOf(acknowledged), stored.map(ownId))
}

/** I3: each clientId that was answered is one message of this ticket, in the order of sending, and no other is. */
function everySendOnceAndInOrder({ name, answered }: LoadedAttendant, messages: Row[]): string[] {
  return [...answered].flatMap(([ticketId, sends]) => {
    const stored = messages.filter((row) => row.ticket_id === ticketId && row.sender === name)
    return differences(
      `I3: sends of ${name} to ticket ${ticketId}`,
      idsOf(sends),
      stored.map((row) => row.client_id ?? 'none'),
    )
  })
}

/** The visitor's history contains every message of the conversation once. */
function historyIsWhole(
  { id, name }: LoadedVisitor,
  said: Awaited<ReturnType<LoadedVisitor['history']>>,
  messages: Row[],
): string[] {
  const stored = messages.filter((row) => row.visitor === id).map(ownId)
  const seen = said.filter((message) => !message.isSystem).map((message) => message.id)
  return differences(`I3: history of ${name}`, stored.toSorted(), seen.toSorted())
}

/** I3: everything that was shown is stored. */
function nothingOutOfNowhere({ id, name, heard }: LoadedVisitor, messages: Row[]): string[] {
  const stored = new Set(messages.filter((row) => row.visitor === id).map(ownId))
  return heard
    .filter((message) => !stored.has(message) && !message.startsWith('line-'))
    .map((message) => `I3: ${name} was shown ${message}, which is not stored`)
}

/** I4: acks never decrease. */
function acksOnlyForward({ name, acks }: { name: string; acks: SeenAck[] }): string[] {
  const reached = new Map<string, number>()
  return acks.flatMap(({ message, ack }) => {
    const before = reached.get(message) ?? 0
    reached.set(message, Math.max(before, ack))
    return ack < before ? [`I4: ${name} saw message ${message} at ack ${before} and then at ${ack}`] : []
  })
}

const wasNotSent = ({ from_me, ack, failure }: Row) => from_me && (ack < 1 || failure !== null)

/** I5: unread count and last message of the ticket are correct. */
function countersAreTrue(ticket: TicketRow): string[] {
  const { id, unread_count, counted, last_message_id, newest_id, last_message, newest } = ticket
  return [
    ...(unread_count === counted ? [] : [`I5: ticket ${id} says ${unread_count} unread, counted are ${counted}`]),
    ...(last_message_id === newest_id && (newest === '' || last_message === newest)
      ? []
      : [`I5: ticket ${id} shows message ${last_message_id} "${last_message}", the last is ${newest_id} "${newest}"`]),
  ]
}

async function unreadableFiles(said: { id: string; mediaUrl: string | null }[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, mediaUrl } of said) {
    if (mediaUrl === null) continue
    const response = await fetch(mediaUrl)
    const bytes = await response.bytes()
    if (!response.ok || bytes.length === 0) wrong.push(`the file of ${id} answers ${response.status}`)
  }
  return wrong
}

function differences(what: string, expected: string[], found: string[]): string[] {
  const missing = expected.filter((id) => !found.includes(id))
  const extra = found.filter((id) => !expected.includes(id))
  const twice = found.filter((id, index) => found.indexOf(id) !== index)
  const told = [
    missing.length > 0 ? `${what}: missing ${missing.join(' ')}` : [],
    extra.length > 0 ? `${what}: never acknowledged ${extra.join(' ')}` : [],
    twice.length > 0 ? `${what}: twice ${twice.join(' ')}` : [],
  ].flat()
  if (told.length > 0 || expected.join() === found.join()) return told
  const at = expected.findIndex((id, index) => id !== found[index])
  return [`${what}: out of order from place ${at + 1} on`]
}

const idsOf = (sends: Acknowledged[]) => sends.map(({ id }) => id)

/** The id that the visitor's client knows; external ids of visitors' messages have a prefix. */
const ownId = ({ external_id }: Row) => external_id.split('.').at(-1) ?? external_id

type Sql = <R>(text: string) => Promise<R[]>

async function withDatabase<T>(url: string, look: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await look(async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}
