import type { Inbound } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Stores the name and the admins of a group that is a contact already; other groups are ignored. */
export async function keepGroup(
  ctx: Ctx,
  { from, subject, admins }: Extract<Inbound, { kind: 'group' }>,
): Promise<void> {
  const name = cleanName(subject)
  const { rows } = await sql<{ id: number; is_renamed: boolean }>`
    with known as (
      select c.id, c.name from contacts c
      join contact_identities i on i.company_id = c.company_id and i.contact_id = c.id
      where i.company_id = ${ctx.companyId} and i.kind = 'group' and i.scope = '' and i.key = ${from.value} and c.is_group)
    update contacts c set name = coalesce(nullif(${name}, ''), c.name), group_admins = ${JSON.stringify(admins)}::jsonb, updated_at = now()
    from known where c.company_id = ${ctx.companyId} and c.id = known.id
    returning c.id, c.name <> known.name as is_renamed`.execute(ctx.db)
  for (const { id, is_renamed } of rows) if (is_renamed) ctx.emit('contact.saved', { contactId: id })
}

/** Removes control and direction characters, which could garble the names beside it in lists. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 100)
