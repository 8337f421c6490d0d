import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Moves the identities of one contact to the other. */
export async function moveIdentities(ctx: Ctx, into: number, from: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_identities set contact_id = ${into} where company_id = ${ctx.companyId} and contact_id = ${from} returning id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Moves extra fields and data that the other contact lacks. Restrictions of either contact, such as a block, apply to
 * the merged contact.
 */
export async function moveContactData(ctx: Ctx, into: number, from: number): Promise<void> {
  await sql`
    update contact_fields f set contact_id = ${into}
    where f.company_id = ${ctx.companyId} and f.contact_id = ${from}
      and not exists (select from contact_fields o where o.company_id = f.company_id and o.contact_id = ${into} and o.name = f.name)`.execute(
    ctx.db,
  )
  await sql`
    update contacts k set
      phone = coalesce(k.phone, m.phone), email = coalesce(nullif(k.email, ''), m.email),
      name = case when k.is_nameless and not m.is_nameless then m.name else k.name end,
      is_nameless = k.is_nameless and m.is_nameless,
      picture_url = coalesce(k.picture_url, m.picture_url),
      is_active = k.is_active and m.is_active, bot_disabled = k.bot_disabled or m.bot_disabled,
      accepts_audio = k.accepts_audio and m.accepts_audio,
      lgpd_accepted_at = coalesce(k.lgpd_accepted_at, m.lgpd_accepted_at), updated_at = now()
    from contacts m
    where k.company_id = ${ctx.companyId} and k.id = ${into} and m.company_id = k.company_id and m.id = ${from}`.execute(
    ctx.db,
  )
}

/** `moved` records what was moved, so that a merge can be undone. */
export async function insertMerge(ctx: Ctx, keptId: number, mergedId: number, moved: object): Promise<void> {
  await sql`
    with gone as (
      update contacts set merged_into_id = ${keptId}, updated_at = now() where company_id = ${ctx.companyId} and id = ${mergedId})
    insert into contact_merges (company_id, kept_id, merged_id, moved)
    values (${ctx.companyId}, ${keptId}, ${mergedId}, ${JSON.stringify(moved)}::jsonb)`.execute(ctx.db)
}
