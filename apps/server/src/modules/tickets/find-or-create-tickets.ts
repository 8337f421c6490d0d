import type { Identity } from '#channels/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface Sender {
  connectionId: number
  from: Identity
  /** As the customer calls themselves; may be empty. */
  name: string
  email: string
  isGroup: boolean
}

export interface Destination {
  contactId: number
  conversationId: number
  ticketId: number
  /** The ticket was made or reopened now. */
  isNew: boolean
}

interface Located {
  key: string
  contactId: number | null
  conversationId: number | null
}

/**
 * The conversation and the living ticket of each sender; contact, conversation and ticket are made where there are none
 * (behaviour of the family, section 1). The conversations are locked, lowest first, until the end of the unit of work.
 */
export async function findOrCreateTickets(ctx: Ctx, senders: Sender[]): Promise<Destination[]> {
  const located = await locate(ctx, senders)
  const contacts = await withContacts(ctx, senders, located)
  const conversations = await withConversations(ctx, senders, located, contacts)
  const tickets = await livingTickets(ctx, [...new Set(conversations)])
  const made = await createTickets(ctx, [...new Set(conversations.filter((id) => !tickets.has(id)))])

  return senders.map((_, index) => {
    const conversationId = conversations[index] ?? 0
    const ticket = tickets.get(conversationId) ?? made.get(conversationId)
    if (!ticket) throw new Error(`conversation ${conversationId} has no ticket`)
    return { contactId: contacts[index] ?? 0, conversationId, ticketId: ticket.id, isNew: made.has(conversationId) }
  })
}

async function locate(ctx: Ctx, senders: Sender[]): Promise<Located[]> {
  const rows = senders.map(({ connectionId, from }, ord) => ({
    ord,
    connection_id: connectionId,
    kind: from.kind,
    value: from.value,
  }))
  const { rows: found } = await sql<{
    ord: number
    key: string
    contact_id: number | null
    conversation_id: number | null
  }>`
    with incoming as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ord int, connection_id bigint, kind text, value text)),
    -- A key worked out within the join would be a function of rows that stand behind the wall, and no index could be used.
    keyed as materialized (select *, identity_key(kind, value) as key from incoming),
    known as (
      select x.ord, x.key, i.contact_id, v.id as conversation_id
      from keyed x
      left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.scope = '' and i.key = x.key
      left join conversations v on v.company_id = ${ctx.companyId} and v.contact_id = i.contact_id and v.connection_id = x.connection_id),
    locked as (
      select id from conversations where company_id = ${ctx.companyId} and id in (select conversation_id from known)
      order by id for no key update)
    select known.* from known left join locked on locked.id = known.conversation_id order by ord`.execute(ctx.db)
  return found.map((row) => ({ key: row.key, contactId: row.contact_id, conversationId: row.conversation_id }))
}

/** Contacts are made once per identity, however many of its messages are in hand. */
async function withContacts(ctx: Ctx, senders: Sender[], located: Located[]): Promise<number[]> {
  const strangers = new Map<string, Sender>()
  senders.forEach((sender, index) => {
    const place = located[index]
    if (place && place.contactId === null && !strangers.has(idOf(sender, place)))
      strangers.set(idOf(sender, place), sender)
  })
  const made = strangers.size > 0 ? await createContacts(ctx, strangers) : new Map<string, number>()
  return senders.map((sender, index) => {
    const place = located[index]
    const id = place?.contactId ?? (place && made.get(idOf(sender, place)))
    if (!id) throw new Error('a sender without a contact')
    return id
  })
}

const idOf = (sender: Sender, place: Located) => `${sender.from.kind}:${place.key}`

async function createContacts(ctx: Ctx, strangers: Map<string, Sender>): Promise<Map<string, number>> {
  const rows = [...strangers.values()].map(({ from, name, email, isGroup }, ord) => ({
    ord,
    kind: from.kind,
    value: from.value,
    name: cleanName(name),
    email,
    is_group: isGroup,
    phone: from.kind === 'phone' ? from.value.replace(/\D/g, '') : null,
  }))
  // Ids are given out in the order of the rows, so the n-th new id belongs to the n-th stranger.
  const { rows: made } = await sql<{ ord: number; contact_id: number }>`
    with incoming as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ord int, kind text, value text, name text, email text, is_group boolean, phone text)),
    added as (
      insert into contacts (company_id, name, email, is_group, phone)
      select ${ctx.companyId}, name, email, is_group, phone from incoming order by ord
      returning id),
    numbered as (select id, row_number() over (order by id) - 1 as ord from added),
    identified as (
      insert into contact_identities (company_id, contact_id, kind, value)
      select ${ctx.companyId}, n.id, x.kind, x.value from numbered n join incoming x on x.ord = n.ord),
    named as (select n.ord, n.id as contact_id from numbered n)
    select ord::int, contact_id from named`.execute(ctx.db)
  const keys = [...strangers.keys()]
  for (const { contact_id } of made) ctx.emit('contact.saved', { contactId: contact_id })
  return new Map(made.map(({ ord, contact_id }) => [keys[ord] ?? '', contact_id]))
}

/** Control and direction marks out of names: they are shown in lists beside other people's. */
const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 100) || 'Visitante'

async function withConversations(
  ctx: Ctx,
  senders: Sender[],
  located: Located[],
  contacts: number[],
): Promise<number[]> {
  const missing = new Map<string, { contact_id: number; connection_id: number; address: string }>()
  senders.forEach((sender, index) => {
    if (located[index]?.conversationId) return
    const contactId = contacts[index] ?? 0
    missing.set(`${contactId}:${sender.connectionId}`, {
      contact_id: contactId,
      connection_id: sender.connectionId,
      address: sender.from.value,
    })
  })
  const made = new Map<string, number>()
  if (missing.size > 0) {
    const { rows } = await sql<{ id: number; contact_id: number; connection_id: number }>`
      insert into conversations (company_id, contact_id, connection_id, address)
      select ${ctx.companyId}, contact_id, connection_id, address
      from jsonb_to_recordset(${JSON.stringify([...missing.values()])}::jsonb) as x (contact_id bigint, connection_id bigint, address text)
      order by contact_id, connection_id
      on conflict (company_id, contact_id, connection_id) do update set address = excluded.address
      returning id, contact_id, connection_id`.execute(ctx.db)
    for (const row of rows) made.set(`${row.contact_id}:${row.connection_id}`, row.id)
  }
  return senders.map(
    (sender, index) => located[index]?.conversationId ?? made.get(`${contacts[index]}:${sender.connectionId}`) ?? 0,
  )
}

// A statement of its own: only now, with the lock held, is what it sees what is.
async function livingTickets(ctx: Ctx, conversationIds: number[]): Promise<Map<number, { id: number }>> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select id, conversation_id from tickets
    where company_id = ${ctx.companyId} and conversation_id = any (${conversationIds}::bigint[]) and status <> 'closed'`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.conversation_id, { id: row.id }]))
}

/**
 * A ticket closed not longer ago than the connection's `timeCreateNewTicket` is taken up again; otherwise a new one is
 * made. It waits in the connection's queue if there is just one, or without a queue until somebody chooses.
 */
async function createTickets(ctx: Ctx, conversationIds: number[]): Promise<Map<number, { id: number }>> {
  if (conversationIds.length === 0) return new Map()
  const { rows: reopened } = await sql<{
    id: number
    conversation_id: number
    user_id: number | null
    queue_id: number | null
    is_group: boolean
  }>`
    with latest as (
      select t.id, t.user_id, t.is_group, n.group_as_ticket
      from tickets t join connections n on n.company_id = t.company_id and n.id = t.connection_id
      where t.company_id = ${ctx.companyId} and t.conversation_id = any (${conversationIds}::bigint[]) and t.is_latest and t.status = 'closed'
        and n.reopen_minutes > 0 and t.closed_at > now() - make_interval(mins => n.reopen_minutes))
    update tickets t set status = case when l.is_group and not l.group_as_ticket then 'group' else 'pending' end,
      closed_at = null, user_id = null, unread_count = 0, waiting_since = null, updated_at = now()
    from latest l where t.company_id = ${ctx.companyId} and t.id = l.id
    returning t.id, t.conversation_id, l.user_id, t.queue_id, t.is_group`.execute(ctx.db)
  for (const ticket of reopened) {
    ctx.emit('ticket.changed', {
      ticketId: ticket.id,
      from: { status: 'closed', queueId: ticket.queue_id, userId: ticket.user_id, isGroup: ticket.is_group },
    })
  }
  const again = new Set(reopened.map((ticket) => ticket.conversation_id))
  const made = await insertTickets(
    ctx,
    conversationIds.filter((id) => !again.has(id)),
  )
  await beginTurns(ctx, [
    ...reopened.map((ticket) => ({ id: ticket.id, kind: 'reopen' })),
    ...made.map((ticket) => ({ id: ticket.id, kind: 'create' })),
  ])
  return new Map([...reopened, ...made].map((ticket) => [ticket.conversation_id, { id: ticket.id }]))
}

async function insertTickets(ctx: Ctx, conversationIds: number[]): Promise<{ id: number; conversation_id: number }[]> {
  if (conversationIds.length === 0) return []
  await sql`update tickets set is_latest = false where company_id = ${ctx.companyId} and conversation_id = any (${conversationIds}::bigint[]) and is_latest`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    insert into tickets (company_id, conversation_id, contact_id, connection_id, status, queue_id, is_group)
    select v.company_id, v.id, v.contact_id, v.connection_id,
           case when c.is_group and not n.group_as_ticket then 'group' else 'pending' end,
           (select case when count(*) = 1 then min(nq.queue_id) end from connection_queues nq
            where nq.company_id = v.company_id and nq.connection_id = v.connection_id),
           c.is_group
    from conversations v
    join contacts c on c.company_id = v.company_id and c.id = v.contact_id
    join connections n on n.company_id = v.company_id and n.id = v.connection_id
    where v.company_id = ${ctx.companyId} and v.id = any (${conversationIds}::bigint[])
    order by v.id
    returning id, conversation_id`.execute(ctx.db)
  return rows
}

/** A turn is what reports count: from the arrival to the end. */
async function beginTurns(ctx: Ctx, tickets: { id: number; kind: string }[]): Promise<void> {
  await sql`
    with begun as (select * from jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as x (id bigint, kind text)),
    logged as (
      insert into ticket_log (company_id, ticket_id, kind, queue_id)
      select t.company_id, t.id, b.kind, t.queue_id from begun b join tickets t on t.company_id = ${ctx.companyId} and t.id = b.id)
    insert into ticket_turns (company_id, ticket_id, contact_id, connection_id, queue_id, is_group, queued_at)
    select t.company_id, t.id, t.contact_id, t.connection_id, t.queue_id, t.is_group, case when t.queue_id is not null then now() end
    from begun b join tickets t on t.company_id = ${ctx.companyId} and t.id = b.id`.execute(ctx.db)
}
