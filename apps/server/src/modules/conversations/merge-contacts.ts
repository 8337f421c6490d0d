import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { moveIdentities, moveContactData, insertMerge } from '#modules/contacts'
import { copyContactTags } from '#modules/tags'
import { type MovedConversation, moveConversations } from './move-conversations.ts'

/**
 * Merges two contacts that the network says are one person: the older contact gets everything of the newer one. Returns
 * false without a merge if the contact with the number has another LID: then the number has passed to another person.
 */
export async function mergeContacts(ctx: Ctx, byNumber: number, byOpaqueId: number): Promise<boolean> {
  const [keptId, mergedId] = byNumber < byOpaqueId ? [byNumber, byOpaqueId] : [byOpaqueId, byNumber]
  const { rows } = await sql<{ id: number }>`
    select id from contacts c
    where company_id = ${ctx.companyId} and id in (${keptId}, ${mergedId}) and merged_into_id is null and not is_group
      and not exists (select from contact_identities i where i.company_id = c.company_id and i.contact_id = ${byNumber} and i.kind = 'lid')
    order by id for update`.execute(ctx.db)
  if (rows.length < 2) return false

  // Foreign keys of tickets and messages include contact and conversation. They hold again after the last statement
  // only.
  await sql`set constraints all deferred`.execute(ctx.db)
  const conversations = await moveConversations(ctx, keptId, mergedId)
  await sql`set constraints all immediate`.execute(ctx.db)
  const identities = await moveIdentities(ctx, keptId, mergedId)
  await copyContactTags(ctx, mergedId, keptId)
  await moveContactData(ctx, keptId, mergedId)
  await recordMerge(ctx, keptId, mergedId, { conversations, identities })
  return true
}

async function recordMerge(
  ctx: Ctx,
  keptId: number,
  mergedId: number,
  moved: { conversations: MovedConversation[]; identities: number[] },
): Promise<void> {
  await insertMerge(ctx, keptId, mergedId, moved)
  await audit(ctx, { action: 'contact.merged', object: 'contact', objectId: keptId, detail: { mergedId, ...moved } })
  ctx.emit('contact.saved', { contactId: keptId })
  ctx.emit('contact.merged', { contactId: mergedId, intoId: keptId })
}
