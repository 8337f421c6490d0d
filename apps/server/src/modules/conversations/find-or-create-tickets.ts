import type { Identity } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { companyTexts } from '#modules/companies'
import { addIdentities, cleanName, insertContacts } from '#modules/contacts'
import { addressOf } from './address-of.ts'
import { type MovableTicket, beginTickets, moveTickets, waitingStatus } from '#modules/tickets'
import { mergeContacts } from './merge-contacts.ts'

export interface Sender {
  connectionId: number
  from: Identity
  /** What else the network calls the same customer. */
  aliases: Identity[]
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

/** One name of a customer, and who is known by it. */
interface Named {
  /** The same for all forms of writing it. */
  id: string
  identity: Identity
  contactId: number | null
  conversationId: number | null
}

/** A customer of the messages in hand. */
interface Person {
  contactId: number | null
  /** Who wrote first. */
  sender: Sender
  /** Names that nobody is known by yet. */
  unknown: Map<string, Identity>
}

/**
 * The conversation and the living ticket of each sender; contact, conversation and ticket are made where there are none
 * (docs/requirements/service.md, section 1). The conversations are locked, lowest first, until the end of the unit of work.
 */
export async function findOrCreateTickets(ctx: Ctx, senders: Sender[]): Promise<Destination[]> {
  const places = await findOrCreateConversations(ctx, senders)
  const conversations = [...new Set(places.map(({ conversationId }) => conversationId))]
  const tickets = await livingTickets(ctx, conversations)
  const made = await createTickets(
    ctx,
    conversations.filter((id) => !tickets.has(id)),
  )

  return places.map(({ contactId, conversationId }) => {
    const ticket = tickets.get(conversationId) ?? made.get(conversationId)
    if (!ticket) throw new Error(`conversation ${conversationId} has no ticket`)
    return { contactId, conversationId, ticketId: ticket.id, isNew: made.has(conversationId) }
  })
}

/** The same without a ticket. */
export async function findOrCreateConversations(
  ctx: Ctx,
  senders: Sender[],
): Promise<Pick<Destination, 'contactId' | 'conversationId'>[]> {
  let names = await locate(ctx, senders)
  while (await mergeTwins(ctx, names)) names = await locate(ctx, senders)
  const persons = personsOf(senders, names)
  await makeContacts(ctx, [...new Set(persons)])
  const conversations = await withConversations(ctx, senders, persons, names)
  return senders.map((_, index) => ({
    contactId: persons[index]?.contactId ?? 0,
    conversationId: conversations[index] ?? 0,
  }))
}

/** Of each sender all their names, the one they wrote under first. */
async function locate(ctx: Ctx, senders: Sender[]): Promise<Named[][]> {
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
    -- A key worked out within the join would be a function of rows that stand behind the wall, and no index could be used.
    keyed as materialized (select *, identity_key(kind, value) as key from incoming),
    known as (
      select x.nth, x.key, i.contact_id, v.id as conversation_id
      from keyed x
      left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.scope = '' and i.key = x.key
      left join conversations v on v.company_id = ${ctx.companyId} and v.contact_id = i.contact_id and v.connection_id = x.connection_id),
    locked as (
      select id from conversations where company_id = ${ctx.companyId} and id in (select conversation_id from known)
      order by id for no key update)
    select known.* from known left join locked on locked.id = known.conversation_id order by nth`.execute(ctx.db)
  const named: Named[][] = senders.map(() => [])
  for (const { nth, key, contact_id, conversation_id } of found) {
    const { ord, identity } = identities[nth] ?? {}
    if (ord === undefined || !identity) continue
    const id = `${identity.kind}:${key}`
    named[ord]?.push({ id, identity, contactId: contact_id, conversationId: conversation_id })
  }
  return named
}

/** Two who are known here, and of whom the network tells now that they are one. True if they have become one. */
async function mergeTwins(ctx: Ctx, names: Named[][]): Promise<boolean> {
  for (const named of names) {
    const knownBy = (kind: Identity['kind']) => named.find(({ identity }) => identity.kind === kind)?.contactId ?? null
    const [byNumber, byOpaqueId] = [knownBy('phone'), knownBy('lid')]
    if (byNumber === null || byOpaqueId === null || byNumber === byOpaqueId) continue
    if (await mergeContacts(ctx, byNumber, byOpaqueId)) return true
  }
  return false
}

/** Who shares a name is one person, also among messages that came together (R3). */
function personsOf(senders: Sender[], names: Named[][]): Person[] {
  const byName = new Map<string, Person>()
  return senders.map((sender, index) => {
    const named = names[index] ?? []
    const known = named.find(({ contactId }) => contactId !== null)
    const person = named.map(({ id }) => byName.get(id)).find((one) => one !== undefined) ?? {
      contactId: null,
      sender,
      unknown: new Map<string, Identity>(),
    }
    person.contactId ??= known?.contactId ?? null
    for (const { id, identity, contactId } of named) {
      if (byName.has(id)) continue
      byName.set(id, person)
      if (contactId === null) person.unknown.set(id, identity)
    }
    return person
  })
}

/** A contact for who has none, and to each person the names that are new. */
async function makeContacts(ctx: Ctx, persons: Person[]): Promise<void> {
  const strangers = persons.filter(({ contactId }) => contactId === null)
  if (strangers.length > 0) await createContacts(ctx, strangers)
  const rows = persons.flatMap(({ contactId, unknown }) =>
    [...unknown.values()].map(({ kind, value }) => ({ contact_id: contactId, kind, value })),
  )
  if (rows.length > 0) await addIdentities(ctx, rows)
}

async function createContacts(ctx: Ctx, strangers: Person[]): Promise<void> {
  const { unnamed } = await companyTexts(ctx)
  const rows = strangers.map(({ sender: { name, email, isGroup }, unknown }) => {
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
    const person = strangers[ord]
    if (person) person.contactId = id
    ctx.emit('contact.saved', { contactId: id })
  })
}

async function withConversations(ctx: Ctx, senders: Sender[], persons: Person[], names: Named[][]): Promise<number[]> {
  const missing = new Map<string, { contact_id: number; connection_id: number; address: string }>()
  const found = senders.map(
    (_, index) => names[index]?.find(({ contactId }) => contactId === persons[index]?.contactId)?.conversationId,
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
  const reopened = await findReopenable(ctx, conversationIds)
  await moveTickets(
    ctx,
    reopened.map((ticket) => ({
      ticket,
      to: { status: waitingStatus(ticket), userId: null, queueId: ticket.queue_id },
    })),
    'reopen',
  )
  const again = new Set(reopened.map((ticket) => ticket.conversation_id))
  const made = await beginTickets(
    ctx,
    conversationIds.filter((id) => !again.has(id)).map((conversationId) => ({ conversationId })),
  )
  return new Map([...reopened, ...made].map((ticket) => [ticket.conversation_id, { id: ticket.id }]))
}

type Reopenable = MovableTicket & { conversation_id: number; group_as_ticket: boolean }

async function findReopenable(ctx: Ctx, conversationIds: number[]): Promise<Reopenable[]> {
  const { rows } = await sql<Reopenable>`
    select t.id, t.conversation_id, t.contact_id, t.status, t.user_id, t.queue_id, t.is_group, n.group_as_ticket
    from tickets t join connections n on n.company_id = t.company_id and n.id = t.connection_id
    where t.company_id = ${ctx.companyId} and t.conversation_id = any (${conversationIds}::bigint[]) and t.is_latest and t.status = 'closed'
      and n.reopen_minutes > 0 and t.closed_at > now() - make_interval(mins => n.reopen_minutes)
    order by t.conversation_id for no key update of t`.execute(ctx.db)
  return rows
}
