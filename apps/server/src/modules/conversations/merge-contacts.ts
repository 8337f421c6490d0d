import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { type MovedConversation, moveConversations } from './move-conversations.ts'

/**
 * The network says that two contacts are one person: what the newer one had is the older one's from now on, in this unit
 * of work. False where they are not: whoever is known by an opaque id of their own is another person, whose number has
 * passed to somebody else.
 */
export async function mergeContacts(ctx: Ctx, byNumber: number, byOpaqueId: number): Promise<boolean> {
  const [keptId, mergedId] = byNumber < byOpaqueId ? [byNumber, byOpaqueId] : [byOpaqueId, byNumber]
  const { rows } = await sql<{ id: number }>`
    select id from contacts c
    where company_id = ${ctx.companyId} and id in (${keptId}, ${mergedId}) and merged_into_id is null and not is_group
      and not exists (select from contact_identities i where i.company_id = c.company_id and i.contact_id = ${byNumber} and i.kind = 'lid')
    order by id for update`.execute(ctx.db)
  if (rows.length < 2) return false

  // Tickets and messages name what they belong to with it; they are moved one after the other, and right at the end.
  await sql`set constraints all deferred`.execute(ctx.db)
  const conversations = await moveConversations(ctx, keptId, mergedId)
  await sql`set constraints all immediate`.execute(ctx.db)
  const identities = await moveBelongings(ctx, keptId, mergedId)
  await keepTrack(ctx, keptId, mergedId, { conversations, identities })
  return true
}

/** By what they are known, labels, fields, and what is known of the one alone. Whatever stops us with one stops us with both. */
async function moveBelongings(ctx: Ctx, keptId: number, mergedId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_identities set contact_id = ${keptId} where company_id = ${ctx.companyId} and contact_id = ${mergedId} returning id`.execute(
    ctx.db,
  )
  await sql`
    with tagged as (
      insert into contact_tags (company_id, contact_id, tag_id)
      select company_id, ${keptId}, tag_id from contact_tags where company_id = ${ctx.companyId} and contact_id = ${mergedId}
      on conflict do nothing)
    update contact_fields f set contact_id = ${keptId}
    where f.company_id = ${ctx.companyId} and f.contact_id = ${mergedId}
      and not exists (select from contact_fields o where o.company_id = f.company_id and o.contact_id = ${keptId} and o.name = f.name)`.execute(
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
    where k.company_id = ${ctx.companyId} and k.id = ${keptId} and m.company_id = k.company_id and m.id = ${mergedId}`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

async function keepTrack(
  ctx: Ctx,
  keptId: number,
  mergedId: number,
  moved: { conversations: MovedConversation[]; identities: number[] },
): Promise<void> {
  await sql`
    with gone as (
      update contacts set merged_into_id = ${keptId}, updated_at = now() where company_id = ${ctx.companyId} and id = ${mergedId})
    insert into contact_merges (company_id, kept_id, merged_id, moved)
    values (${ctx.companyId}, ${keptId}, ${mergedId}, ${JSON.stringify(moved)}::jsonb)`.execute(ctx.db)
  await audit(ctx, { action: 'contact.merged', object: 'contact', objectId: keptId, detail: { mergedId, ...moved } })
  ctx.emit('contact.saved', { contactId: keptId })
  ctx.emit('contact.merged', { contactId: mergedId, intoId: keptId })
}
