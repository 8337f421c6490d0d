import type { Identity } from '@guiche/channel'
import type { TicketStatus } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { together } from '#platform/database/together'
import { companyTexts } from '#modules/companies'
import { addIdentities, cleanName, insertContacts } from '#modules/contacts'
import { addTicketTags } from '#modules/tags'
import { addressOf } from './address-of.ts'
import { type MovableTicket, beginTickets, moveTickets, waitingStatus } from '#modules/tickets'
import { mergeContacts } from './merge-contacts.ts'
import { putIntoTickets } from './tables/messages-of-conversation.repository.ts'
import { findNamedByCampaigns } from './tables/named-by-campaigns.repository.ts'

export interface Sender {
  connectionId: number
  from: Identity
  /** Further identities of the same customer. */
  aliases: Identity[]
  /** The name that the customer has set; may be empty. */
  name: string
  email: string
  isGroup: boolean
}

export interface Destination {
  contactId: number
  conversationId: number
  ticketId: number
  /** The ticket was created or reopened by this call. */
  isNew: boolean
  /** Before the message; of a new ticket: `pending`, also if it is a group's. */
  status: TicketStatus
  hasQueue: boolean
  /** A service outside answers its customer. */
  hasService: boolean
}

/** One identity of a sender, with the contact and conversation that it belongs to. */
interface KnownIdentity {
  /** Equal for all notations of the same identity. */
  id: string
  identity: Identity
  contactId: number | null
  conversationId: number | null
}

/** A customer among the senders of the current batch. */
interface Person {
  contactId: number | null
  /** The first sender of the batch that belongs to this customer. */
  sender: Sender
  /** Identities that belong to no contact yet. */
  unknown: Map<string, Identity>
}

/**
 * Finds the conversation and the ticket of each sender, and creates contact, conversation and ticket where they are missing
 * (docs/requirements/service.md, section 1). Conversations are locked in the order of their ids, until the end of the unit of
 * work.
 */
export async function findOrCreateTickets(ctx: Ctx, senders: Sender[]): Promise<Destination[]> {
  const places = await findOrCreateConversations(ctx, senders)
  const conversations = [...new Set(places.map(({ conversationId }) => conversationId))]
  const tickets = await findUnclosedTickets(ctx, conversations)
  const made = await createTickets(
    ctx,
    conversations.filter((id) => !tickets.has(id)),
  )
  if (made.size > 0) await putIntoTickets(ctx, [...made.keys()])

  return places.map(({ contactId, conversationId }) => {
    const ticket = tickets.get(conversationId) ?? made.get(conversationId)
    if (!ticket) throw new Error(`conversation ${conversationId} has no ticket`)
    return {
      contactId,
      conversationId,
      ticketId: ticket.id,
      isNew: made.has(conversationId),
      status: tickets.get(conversationId)?.status ?? 'pending',
      hasQueue: ticket.queue_id !== null,
      hasService: tickets.get(conversationId)?.has_service ?? false,
    }
  })
}

/**
 * Like `findOrCreateTickets`, without tickets. `mayMake`: a question that shares its first round trip, and whose refusal keeps it
 * from creating anything.
 */
export async function findOrCreateConversations(
  ctx: Ctx,
  senders: Sender[],
  mayMake?: Promise<void>,
): Promise<Pick<Destination, 'contactId' | 'conversationId'>[]> {
  let [identities] = await together([findIdentities(ctx, senders), mayMake])
  while (await mergeDuplicates(ctx, identities)) identities = await findIdentities(ctx, senders)
  const persons = personsOf(senders, identities)
  await makeContacts(ctx, [...new Set(persons)])
  const conversations = await findOrCreateConversationIds(ctx, senders, persons, identities)
  return senders.map((_, index) => ({
    contactId: persons[index]?.contactId ?? 0,
    conversationId: conversations[index] ?? 0,
  }))
}

/** Returns all identities of each sender. The first is the one that they wrote with. */
async function findIdentities(ctx: Ctx, senders: Sender[]): Promise<KnownIdentity[][]> {
  const identities = senders.flatMap(({ connectionId, from, aliases }, ord) =>
    [from, ...aliases].map((identity) => ({ ord, connectionId, identity })),
  )
  const rows = identities.map(({ connectionId, identity }, nth) => ({
    nth,
    connection_id: connectionId,
    kind: identity.kind,
    value: identity.value,
  }))
  const { rows: found } = await sql<{
    nth: number
    key: string
    contact_id: number | null
    conversation_id: number | null
  }>`
    with incoming as (
      ${recordset(rows, sql`nth int, connection_id bigint, kind text, value text`)}),
    -- Computed before the join: row-level security would not let a function in the join condition use the index.
    keyed as materialized (select *, identity_key(kind, value) as key from incoming),
    known as (
      select x.nth, x.key, i.contact_id, v.id as conversation_id
      from keyed x
      left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.scope = '' and i.key = x.key
      -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
      left join lateral (
        select v.id from conversations v
        where v.company_id = ${ctx.companyId} and v.contact_id = i.contact_id and v.connection_id = x.connection_id limit 1) v on true),
    locked as (
      select id from conversations where company_id = ${ctx.companyId} and id in (select conversation_id from known)
      order by id for no key update)
    select known.* from known left join locked on locked.id = known.conversation_id order by nth`.execute(ctx.db)
  const located: KnownIdentity[][] = senders.map(() => [])
  for (const { nth, key, contact_id, conversation_id } of found) {
    const { ord, identity } = identities[nth] ?? {}
    if (ord === undefined || !identity) continue
    const id = `${identity.kind}:${key}`
    located[ord]?.push({ id, identity, contactId: contact_id, conversationId: conversation_id })
  }
  return located
}

/** Merges two contacts if the network says that they are one person. Returns true after a merge. */
async function mergeDuplicates(ctx: Ctx, identities: KnownIdentity[][]): Promise<boolean> {
  for (const own of identities) {
    const known = own.flatMap(({ identity, contactId }) => (contactId === null ? [] : { identity, contactId }))
    const opaque = known.filter(({ identity }) => identity.kind === 'lid' || identity.kind === 'business_user')
    // Without a number the last id is the one that counts in the most places.
    const surest = known.find(({ identity }) => identity.kind === 'phone') ?? opaque.at(-1)
    for (const other of opaque)
      if (surest && surest.contactId !== other.contactId && (await mergeContacts(ctx, surest.contactId, other)))
        return true
  }
  return false
}

/** Senders that share an identity are one person, also within a batch (R3). */
function personsOf(senders: Sender[], identities: KnownIdentity[][]): Person[] {
  const byIdentity = new Map<string, Person>()
  return senders.map((sender, index) => {
    const own = identities[index] ?? []
    const known = own.find(({ contactId }) => contactId !== null)
    const person = own.map(({ id }) => byIdentity.get(id)).find((one) => one !== undefined) ?? {
      contactId: null,
      sender,
      unknown: new Map<string, Identity>(),
    }
    person.contactId ??= known?.contactId ?? null
    for (const { id, identity, contactId } of own) {
      if (byIdentity.has(id)) continue
      byIdentity.set(id, person)
      if (contactId === null) person.unknown.set(id, identity)
    }
    return person
  })
}

/** Creates the missing contacts and stores new identities. */
async function makeContacts(ctx: Ctx, persons: Person[]): Promise<void> {
  const withoutContact = persons.filter(({ contactId }) => contactId === null)
  if (withoutContact.length > 0) await createContacts(ctx, withoutContact)
  const rows = persons.flatMap(({ contactId, unknown }) =>
    [...unknown.values()].map(({ kind, value }) => ({ contact_id: contactId, kind, value })),
  )
  if (rows.length > 0) await addIdentities(ctx, rows)
}

async function createContacts(ctx: Ctx, persons: Person[]): Promise<void> {
  const { unnamed } = await companyTexts(ctx)
  const rows = persons.map(({ sender: { name, email, isGroup }, unknown }) => {
    const phone = [...unknown.values()].find(({ kind }) => kind === 'phone')?.value.replace(/\D/g, '') ?? null
    return {
      name: cleanName(name) || (phone ?? (isGroup ? unnamed.group : unnamed.person)),
      is_nameless: cleanName(name) === '',
      email,
      is_group: isGroup,
      phone,
    }
  })
  const made = await insertContacts(ctx, rows)
  made.forEach((id, ord) => {
    const person = persons[ord]
    if (person) person.contactId = id
    ctx.emit('contact.saved', { contactId: id, isNew: true })
  })
}

async function findOrCreateConversationIds(
  ctx: Ctx,
  senders: Sender[],
  persons: Person[],
  identities: KnownIdentity[][],
): Promise<number[]> {
  const missing = new Map<string, { contact_id: number; connection_id: number; address: string }>()
  const found = senders.map(
    (_, index) => identities[index]?.find(({ contactId }) => contactId === persons[index]?.contactId)?.conversationId,
  )
  senders.forEach((sender, index) => {
    if (found[index]) return
    const contactId = persons[index]?.contactId ?? 0
    missing.set(`${contactId}:${sender.connectionId}`, {
      contact_id: contactId,
      connection_id: sender.connectionId,
      address: addressOf(sender.from),
    })
  })
  const made = new Map<string, number>()
  if (missing.size > 0) {
    const { rows } = await sql<{ id: number; contact_id: number; connection_id: number }>`
      insert into conversations (company_id, contact_id, connection_id, address)
      select ${ctx.companyId}, contact_id, connection_id, address
      from (${recordset([...missing.values()], sql`contact_id bigint, connection_id bigint, address text`)}) as x
      order by contact_id, connection_id
      on conflict (company_id, contact_id, connection_id) do update set address = excluded.address
      returning id, contact_id, connection_id`.execute(ctx.db)
    for (const row of rows) made.set(`${row.contact_id}:${row.connection_id}`, row.id)
  }
  return senders.map(
    (sender, index) => found[index] ?? made.get(`${persons[index]?.contactId}:${sender.connectionId}`) ?? 0,
  )
}

/** A separate statement, because only one that starts after the lock sees what was committed before it. */
interface Unclosed {
  id: number
  conversation_id: number
  queue_id: number | null
  status: TicketStatus
  has_service: boolean
}

async function findUnclosedTickets(ctx: Ctx, conversationIds: number[]): Promise<Map<number, Unclosed>> {
  const { rows } = await sql<Unclosed>`
    select id, conversation_id, queue_id, status, bot @> '{"useIntegration": true}' as has_service from tickets
    where company_id = ${ctx.companyId} and conversation_id = any (${conversationIds}::bigint[]) and status <> 'closed'`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.conversation_id, row]))
}

interface Created {
  id: number
  queue_id: number | null
}

/**
 * Reopens a ticket that was closed within the connection's `timeCreateNewTicket`, and otherwise creates a new one. A new one
 * waits in the only queue of the connection, or without a queue until somebody chooses one. What answers a campaign waits in
 * the queue and with the tag that the campaign names.
 */
async function createTickets(ctx: Ctx, conversationIds: number[]): Promise<Map<number, Created>> {
  if (conversationIds.length === 0) return new Map()
  const [reopened, named] = await Promise.all([
    findReopenable(ctx, conversationIds),
    findNamedByCampaigns(ctx, conversationIds),
  ])
  const queueOf = (conversationId: number) => named.get(conversationId)?.queue_id ?? null
  await moveTickets(
    ctx,
    reopened.map((ticket) => ({
      ticket,
      to: {
        status: waitingStatus(ticket),
        userId: null,
        queueId: queueOf(ticket.conversation_id) ?? ticket.waits_in,
      },
    })),
    'reopen',
  )
  const again = new Set(reopened.map((ticket) => ticket.conversation_id))
  const made = await beginTickets(
    ctx,
    conversationIds
      .filter((id) => !again.has(id))
      .map((conversationId) => {
        const queueId = queueOf(conversationId)
        return { conversationId, ...(queueId !== null && { chosen: { userId: null, queueId } }) }
      }),
  )
  const waiting = reopened.map(({ waits_in, ...ticket }) => ({
    ...ticket,
    queue_id: queueOf(ticket.conversation_id) ?? waits_in,
  }))
  const tickets = [...waiting, ...made]
  await addTicketTags(
    ctx,
    tickets.flatMap(({ id, conversation_id }) => {
      const tagId = named.get(conversation_id)?.tag_id ?? null
      return tagId === null ? [] : { ticketId: id, tagId }
    }),
  )
  return new Map(tickets.map((ticket) => [ticket.conversation_id, ticket]))
}

interface Reopenable extends MovableTicket {
  conversation_id: number
  group_as_ticket: boolean
  /**
   * Its queue. If that was deleted since: the only queue of its connection, or none. None either if nobody serves that
   * queue, because it only informs, and the connection offers others, which its menu asks for.
   */
  waits_in: number | null
}

async function findReopenable(ctx: Ctx, conversationIds: number[]): Promise<Reopenable[]> {
  const { rows } = await sql<Reopenable>`
    select t.id, t.conversation_id, t.contact_id, t.status, t.user_id, t.queue_id, t.is_group, n.group_as_ticket,
           case when q.archived_at is not null then case when offered.count = 1 then offered.first end
                when q.closes_ticket and offered.count > 1 and offered.has_own
                  and not exists (select from chatbot_options o where o.company_id = q.company_id and o.queue_id = q.id) then null
                else t.queue_id end as waits_in
    from tickets t
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    join connections n on n.company_id = t.company_id and n.id = t.connection_id
    cross join lateral (
      select count(*) as count, min(nq.queue_id) as first, bool_or(nq.queue_id = t.queue_id) as has_own
      from connection_queues nq where nq.company_id = t.company_id and nq.connection_id = t.connection_id) offered
    where t.company_id = ${ctx.companyId} and t.conversation_id = any (${conversationIds}::bigint[]) and t.is_latest and t.status = 'closed'
      and n.reopen_minutes > 0 and t.closed_at > now() - make_interval(mins => n.reopen_minutes)
    order by t.conversation_id for no key update of t`.execute(ctx.db)
  return rows
}
