import type { Identity } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/** Whose identities these are, in their order. Null: nobody's. */
export async function ownersOf(ctx: Ctx, identities: readonly Identity[]): Promise<(number | null)[]> {
  const rows = identities.map(({ kind, value }, nth) => ({ nth, kind, value }))
  const { rows: found } = await sql<{ contact_id: number | null }>`
    with keyed as materialized (
      select nth, kind, identity_key(kind, value) as key from (${recordset(rows, sql`nth int, kind text, value text`)}) as x)
    select i.contact_id from keyed x
    left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = x.kind and i.scope = '' and i.key = x.key
    order by x.nth`.execute(ctx.db)
  return found.map(({ contact_id }) => contact_id)
}

/** From now on the contact has other identities: those that are new are taken from whoever had them. */
export async function replaceIdentities(
  ctx: Ctx,
  contactId: number,
  { before, now }: { before: readonly Identity[]; now: readonly Identity[] },
): Promise<void> {
  const kinds = new Set(now.map(({ kind }) => kind))
  const gone = before.filter(({ kind }) => kinds.has(kind)).map(({ kind, value }) => ({ kind, value }))
  const number = now.find(({ kind }) => kind === 'phone')?.value ?? null
  await sql`
    with keyed as materialized (
      select kind, identity_key(kind, value) as key from (${recordset(gone, sql`kind text, value text`)}) as x)
    delete from contact_identities i using keyed x
    where i.company_id = ${ctx.companyId} and i.contact_id = ${contactId} and i.kind = x.kind and i.scope = '' and i.key = x.key`.execute(
    ctx.db,
  )
  await sql`
    with others as (
      update contacts c set phone = null, updated_at = now()
      where c.company_id = ${ctx.companyId} and c.id <> ${contactId} and c.phone is not null and phone_key(c.phone) = phone_key(${number})
        and c.id in (select i.contact_id from contact_identities i
                     where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = phone_key(${number}))),
    numbered as (
      update contacts c set phone = coalesce(${number}, c.phone), updated_at = now()
      where c.company_id = ${ctx.companyId} and c.id = ${contactId})
    insert into contact_identities (company_id, contact_id, kind, value)
    select ${ctx.companyId}, ${contactId}, kind, value
    from (${recordset([...now], sql`kind text, value text`)}) as x
    on conflict (company_id, kind, scope, key) do update set contact_id = excluded.contact_id, value = excluded.value`.execute(
    ctx.db,
  )
}
