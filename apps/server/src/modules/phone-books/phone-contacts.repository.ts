import type { PhoneContact } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { cleanName } from '#modules/contacts'

/**
 * Stores whom a connection's phone knows. What it does not say now is kept as it was said before. Names of people whom
 * it does not know are stored only with those that it told of before.
 */
export async function keepPhoneContacts(
  ctx: Ctx,
  connectionId: number,
  people: readonly PhoneContact[],
): Promise<void> {
  const usable = people.filter(({ number }) => /^\d{6,15}$/.test(number))
  if (usable.length === 0) return
  const rows = [...Map.groupBy(usable, ({ number }) => number)].map(([number, said]) => ({
    number,
    lid: said.findLast(({ lid }) => lid !== undefined)?.lid ?? null,
    name: cleanName(said.findLast(({ name }) => name !== '')?.name ?? ''),
    push_name: cleanName(said.findLast(({ pushName }) => pushName !== '')?.pushName ?? ''),
    is_known: said.some(({ isKnown }) => isKnown),
  }))
  await sql`
    with said as (
      ${recordset(rows, sql`number text, lid text, name text, push_name text, is_known boolean`)}),
    told as (
      update phone_contacts p set
        name = coalesce(nullif(s.name, ''), p.name), push_name = coalesce(nullif(s.push_name, ''), p.push_name), lid = coalesce(s.lid, p.lid)
      from said s where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.number = s.number)
    insert into phone_contacts (company_id, connection_id, number, lid, name, push_name)
    select ${ctx.companyId}, ${connectionId}, number, lid, name, push_name from said where is_known
    on conflict (company_id, connection_id, number) do nothing`.execute(ctx.db)
}

/** They were removed on the phone. Contacts that were made of them stay. */
export async function removePhoneContacts(ctx: Ctx, connectionId: number, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  await sql`
    delete from phone_contacts
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and number = any (${[...numbers]}::text[])`.execute(
    ctx.db,
  )
}

/** The phone is no longer linked. */
export async function forgetPhoneContacts(ctx: Ctx, connectionId: number): Promise<void> {
  await sql`delete from phone_contacts where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(
    ctx.db,
  )
}

export interface KnownPerson {
  number: string
  /** Equal for all notations of the number. */
  key: string
  /** Null: it is not known, or it belongs to a contact with another number. */
  lid: string | null
  name: string
  /** The contact with this number, or with this LID and no number; null: there is none. */
  contact_id: number | null
  lacks_number: boolean
}

/** The next people of a phone, in the order of their numbers. */
export async function nextPeople(
  ctx: Ctx,
  connectionId: number,
  { after, most }: { after: string; most: number },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    with next as materialized (
      select p.number, p.lid, coalesce(nullif(p.name, ''), p.push_name) as name, phone_key(p.number) as key
      from phone_contacts p
      where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.number > ${after}
      order by p.number limit ${sql.lit(most)})
    select n.number, n.key, n.name,
      case when l.contact_id is null then n.lid end as lid,
      coalesce(i.contact_id, c.id) as contact_id,
      i.contact_id is null and c.id is not null as lacks_number
    from next n
    left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = n.key
    left join contact_identities l on l.company_id = ${ctx.companyId} and l.kind = 'lid' and l.scope = '' and l.key = n.lid
    left join contacts c on c.company_id = ${ctx.companyId} and c.id = l.contact_id and c.phone is null
    order by n.number`.execute(ctx.db)
  return rows
}
