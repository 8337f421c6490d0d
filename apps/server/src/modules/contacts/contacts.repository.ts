import type { TagRef } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type RawBuilder, recordset, sql } from '#platform/database/sql'

/** A contact with everything that its view shows. */
export interface ContactRow {
  id: number
  company_id: number
  name: string
  phone: string | null
  email: string
  picture_url: string | null
  is_group: boolean
  is_active: boolean
  bot_disabled: boolean
  accepts_audio: boolean
  lgpd_accepted_at: Date | null
  created_at: Date
  updated_at: Date
  /** The kind of its first identity; null if it has none yet. */
  known_by: string | null
  tags: TagRef[] | null
  fields: { id: number; name: string; value: string; contactId: number }[] | null
}

const columns = sql`
  c.id, c.company_id, c.name, c.phone, c.email, c.picture_url, c.is_group, c.is_active, c.bot_disabled, c.accepts_audio,
  c.lgpd_accepted_at, c.created_at, c.updated_at,
  (select i.kind from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id
   order by i.id limit 1) as known_by,
  (select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.is_kanban::int) order by g.name)
   from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id
   where ct.company_id = c.company_id and ct.contact_id = c.id) as tags,
  (select json_agg(json_build_object('id', f.id, 'name', f.name, 'value', f.value, 'contactId', f.contact_id) order by f.id)
   from contact_fields f where f.company_id = c.company_id and f.contact_id = c.id) as fields`

/**
 * The contacts of a selection, in its order. The selection chooses and sorts ids first, so that only one page is
 * joined. `chosen`: a select of `id` and `position`; `more`: further columns of `c`, each with a comma before it.
 */
export async function selectContacts<Row extends ContactRow>(
  ctx: Ctx,
  chosen: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with chosen as materialized (${chosen})
    select ${columns}${more}
    from chosen join contacts c on c.company_id = ${ctx.companyId} and c.id = chosen.id
    order by chosen.position`.execute(ctx.db)
  return rows
}

export async function findContacts(ctx: Ctx, ids: readonly number[]): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select ${columns} from contacts c
    where c.company_id = ${ctx.companyId} and c.id = any (${[...ids]}::bigint[]) and c.merged_into_id is null`.execute(
    ctx.db,
  )
  return rows
}

/** Finds Brazilian mobile numbers with and without the ninth digit. */
export async function findContactByNumber(
  ctx: Ctx,
  digits: string,
): Promise<{ id: number; picture_url: string | null } | undefined> {
  const { rows } = await sql<{ id: number; picture_url: string | null }>`
    select c.id, c.picture_url
    from contact_identities i
    -- The limit keeps the planner from merging: the newest contact is the last one, so that it would walk through all of them.
    cross join lateral (
      select c.id, c.picture_url from contacts c where c.company_id = i.company_id and c.id = i.contact_id limit 1) c
    where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = phone_key(${digits})`.execute(
    ctx.db,
  )
  return rows[0]
}

export interface LockedContact {
  id: number
  name: string
  phone: string | null
  email: string
  is_group: boolean
}

export async function lockContact(ctx: Ctx, id: number): Promise<LockedContact | undefined> {
  const { rows } = await sql<LockedContact>`
    select id, name, phone, email, is_group from contacts
    where company_id = ${ctx.companyId} and id = ${id} and merged_into_id is null for update`.execute(ctx.db)
  return rows[0]
}

/** An absent field is left as it is. */
export interface ContactValues {
  name?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  bot_disabled?: boolean | undefined
  accepts_audio?: boolean | undefined
  is_active?: boolean | undefined
}

export async function insertContact(ctx: Ctx, values: ContactValues & { name: string }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('contacts')
    .values({ ...values, is_nameless: values.name === values.phone, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewContact {
  name: string
  is_nameless: boolean
  email: string
  is_group: boolean
  phone: string | null
}

/** Returns the new ids in the order of the contacts. */
export async function insertContacts(ctx: Ctx, contacts: readonly NewContact[]): Promise<number[]> {
  const given = contacts.map((contact, ord) => ({ ...contact, ord }))
  // Ids are assigned in the order of the rows, so the n-th new id belongs to the n-th contact.
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into contacts (company_id, name, is_nameless, email, is_group, phone)
      select ${ctx.companyId}, name, is_nameless, email, is_group, phone
      from (${recordset(given, sql`ord int, name text, is_nameless boolean, email text, is_group boolean, phone text`)}) as x
      order by ord
      returning id)
    select id from added order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The first phone number becomes the number of a contact that has none. */
export async function addIdentities(
  ctx: Ctx,
  identities: readonly { contact_id: number | null; kind: string; value: string }[],
): Promise<void> {
  await sql`
    with incoming as (
      ${recordset(identities, sql`contact_id bigint, kind text, value text`)}),
    numbered as (
      update contacts c set phone = x.value from incoming x
      where c.company_id = ${ctx.companyId} and c.id = x.contact_id and x.kind = 'phone' and c.phone is null)
    insert into contact_identities (company_id, contact_id, kind, value)
    select ${ctx.companyId}, contact_id, kind, value from incoming`.execute(ctx.db)
}

/** Sets the name from the network for a contact without a name. False: the contact has a name. */
export async function nameContact(ctx: Ctx, id: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    update contacts set name = ${name}, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and is_nameless and not is_group returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function changeContact(ctx: Ctx, id: number, values: ContactValues): Promise<void> {
  await ctx.db
    .updateTable('contacts')
    .set({ ...values, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .execute()
}

const byLid = channelsThat(({ reachedBy }) => reachedBy.includes('lid'))

/** Makes this the number of the contact. */
export async function setNumber(ctx: Ctx, contactId: number, digits: string): Promise<void> {
  await sql`
    with known as (
      select id, key from contact_identities
      where company_id = ${ctx.companyId} and contact_id = ${contactId} and kind = 'phone' order by id limit 1),
    -- New messages in their conversations go to the new number, unless a conversation uses another kind of address.
    moved as (
      update conversations v set address = ${digits} from known
      where v.company_id = ${ctx.companyId} and v.contact_id = ${contactId} and v.address ~ '^\\+?\\d{6,15}$' and phone_key(v.address) = known.key),
    -- On a way that knows no other of their addresses, the number is the first one.
    reached as (
      update conversations v set address = ${digits} from connections n
      where v.company_id = ${ctx.companyId} and v.contact_id = ${contactId} and v.address like '%@lid'
        and n.company_id = v.company_id and n.id = v.connection_id and n.moved_at is not null and n.channel <> all (${byLid}::text[])),
    changed as (
      update contact_identities i set value = ${digits} from known
      where i.company_id = ${ctx.companyId} and i.id = known.id)
    insert into contact_identities (company_id, contact_id, kind, value)
    select ${ctx.companyId}, ${contactId}, 'phone', ${digits} where not exists (select from known)`.execute(ctx.db)
}

export interface FieldValue {
  id: number | null
  name: string
  value: string
}

/**
 * Replaces all fields of the contact: fields with a known id are changed, those without are added, others are deleted.
 */
export async function replaceFields(ctx: Ctx, contactId: number, fields: readonly FieldValue[]): Promise<void> {
  const rows = fields.map((field, position) => ({ ...field, position }))
  await sql`
    with sent as (${recordset(rows, sql`id bigint, name text, value text, position int`)}),
    own as (select f.id from contact_fields f where f.company_id = ${ctx.companyId} and f.contact_id = ${contactId}),
    gone as (
      delete from contact_fields f
      where f.company_id = ${ctx.companyId} and f.contact_id = ${contactId} and not exists (select from sent where sent.id = f.id)),
    changed as (
      update contact_fields f set name = sent.name, value = sent.value
      from sent where f.company_id = ${ctx.companyId} and f.contact_id = ${contactId} and f.id = sent.id)
    insert into contact_fields (company_id, contact_id, name, value)
    select ${ctx.companyId}, ${contactId}, sent.name, sent.value
    from sent where sent.id is null or not exists (select from own where own.id = sent.id)
    order by sent.position`.execute(ctx.db)
}

export async function toggle(ctx: Ctx, id: number, column: 'bot_disabled' | 'accepts_audio'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contacts set ${sql.ref(column)} = not ${sql.ref(column)}, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id} and merged_into_id is null`.execute(ctx.db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function contactHasTickets(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from conversations v join tickets t on t.company_id = v.company_id and t.conversation_id = v.id
    where v.company_id = ${ctx.companyId} and v.contact_id = ${id} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** The keys of its phone numbers, which are equal for all notations of a number. */
export async function numberKeysOf(ctx: Ctx, contactId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from contact_identities
    where company_id = ${ctx.companyId} and contact_id = ${contactId} and kind = 'phone' and scope = ''`.execute(ctx.db)
  return rows.map(({ key }) => key)
}

/** With the contacts that were merged into it. */
export async function removeContact(ctx: Ctx, id: number): Promise<void> {
  await sql`
    with recursive gone as (
      select ${id}::bigint as id
      union
      select c.id from gone g join contacts c on c.company_id = ${ctx.companyId} and c.merged_into_id = g.id)
    delete from contacts c using gone g where c.company_id = ${ctx.companyId} and c.id = g.id`.execute(ctx.db)
}

/** The contact of each number, in the order of the numbers, and a key that is equal for all notations of a number. */
export async function contactsByNumber(
  ctx: Ctx,
  numbers: readonly string[],
): Promise<{ key: string; contact_id: number | null }[]> {
  const rows = numbers.map((number, nth) => ({ nth, number }))
  const { rows: found } = await sql<{ key: string; contact_id: number | null }>`
    with keyed as materialized (
      select nth, phone_key(number) as key from (${recordset(rows, sql`nth int, number text`)}) as x)
    select k.key, i.contact_id from keyed k
    left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = k.key
    order by k.nth`.execute(ctx.db)
  return found
}

/** What a contact may lack. An empty text is nothing. */
export interface Completion {
  contact_id: number
  name: string
  email: string
}

/** Gives contacts a name and an e-mail that they lack. Returns those that were changed. */
export async function completeContacts(ctx: Ctx, rows: readonly Completion[]): Promise<number[]> {
  const { rows: changed } = await sql<{ id: number }>`
    update contacts c set
      name = case when c.is_nameless and x.name <> '' then x.name else c.name end,
      email = coalesce(nullif(c.email, ''), x.email), updated_at = now()
    from (${recordset(rows, sql`contact_id bigint, name text, email text`)}) as x
    where c.company_id = ${ctx.companyId} and c.id = x.contact_id and c.merged_into_id is null
      and ((c.is_nameless and x.name <> '') or (c.email = '' and x.email <> ''))
    returning c.id`.execute(ctx.db)
  return changed.map(({ id }) => id)
}

/** Adds extra fields that a contact does not have by this name. Returns the contacts that got one. */
export async function addFields(
  ctx: Ctx,
  fields: readonly { contact_id: number; name: string; value: string }[],
): Promise<number[]> {
  const rows = fields.map((field, nth) => ({ ...field, nth }))
  const { rows: added } = await sql<{ contact_id: number }>`
    insert into contact_fields (company_id, contact_id, name, value)
    select ${ctx.companyId}, x.contact_id, x.name, x.value
    from (${recordset(rows, sql`nth int, contact_id bigint, name text, value text`)}) as x
    where not exists (select from contact_fields f where f.company_id = ${ctx.companyId} and f.contact_id = x.contact_id and f.name = x.name)
    order by x.nth returning contact_id`.execute(ctx.db)
  return added.map(({ contact_id }) => contact_id)
}

/** The contact has consented to the processing of their data. */
export async function keepConsent(ctx: Ctx, id: number): Promise<void> {
  await sql`
    update contacts set lgpd_accepted_at = now(), updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  ctx.emit('contact.saved', { contactId: id })
}
