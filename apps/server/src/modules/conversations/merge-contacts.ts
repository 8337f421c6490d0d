import type { Identity } from '@guiche/channel'
import { audit } from '#platform/audit'
import { type Ctx, userIdOf } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { type MergeRecord, moveIdentities, moveContactData, insertMerge } from '#modules/contacts'
import { copyContactTags } from '#modules/tags'
import { assertSeesCurrentTickets } from '#modules/visibility'
import { moveConversations } from './move-conversations.ts'

/**
 * Merges two contacts that the network says are one person: the older contact gets everything of the newer one. Returns
 * false without a merge if the contact with the number has another id of the same kind and place: then the number has passed to
 * another person. So it does if people have parted the two before, unless a paired phone tells it.
 */
export async function mergeContacts(
  ctx: Ctx,
  byNumber: number,
  { contactId: byOpaqueId, identity }: { contactId: number; identity: Identity },
): Promise<boolean> {
  // A paired phone knows both ids of a person at the same time.
  const mayBeWrong = identity.kind !== 'lid'
  const [keptId, mergedId] = byNumber < byOpaqueId ? [byNumber, byOpaqueId] : [byOpaqueId, byNumber]
  const { rows } = await sql<{ id: number }>`
    select id from contacts c
    where company_id = ${ctx.companyId} and id in (${keptId}, ${mergedId}) and merged_into_id is null and not is_group
      and not exists (select from contact_identities i where i.company_id = c.company_id and i.contact_id = ${byNumber} and i.kind = ${identity.kind} and i.value <> ${identity.value}
                        and ${identity.kind === 'lid' ? sql`true` : sql`split_part(i.value, ':', 1) = split_part(${identity.value}, ':', 1)`})
      and (${mayBeWrong} is not true or not exists (
        select from contact_merges p
        where p.company_id = c.company_id and p.parted_at is not null
          and p.kept_id in (${keptId}, ${mergedId}) and p.merged_id in (${keptId}, ${mergedId})))
    order by id for update`.execute(ctx.db)
  if (rows.length < 2) return false
  await mergeInto(ctx, keptId, mergedId, mayBeWrong ? { mayBeWrong } : {})
  return true
}

/** Merges two contacts that somebody found to be one person: the first gets everything of the second. */
export async function mergeByHand(ctx: Ctx, keptId: number, mergedId: number): Promise<void> {
  const { rows } = await sql<{ id: number; is_group: boolean }>`
    select id, is_group from contacts
    where company_id = ${ctx.companyId} and id in (${keptId}, ${mergedId}) and merged_into_id is null
    order by id for update`.execute(ctx.db)
  const isMissing = [keptId, mergedId].some((id) => !rows.some((row) => row.id === id))
  if (isMissing) throw notFound('ERR_NO_CONTACT_FOUND')
  if (keptId === mergedId || rows.some(({ is_group }) => is_group))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.contactId', message: 'notAnotherPerson' }] })
  await assertSeesCurrentTickets(ctx, keptId)
  await assertSeesCurrentTickets(ctx, mergedId)
  await mergeInto(ctx, keptId, mergedId)
}

async function mergeInto(
  ctx: Ctx,
  keptId: number,
  mergedId: number,
  told: Pick<MergeRecord, 'mayBeWrong'> = {},
): Promise<void> {
  // Foreign keys of tickets and messages include contact and conversation. They hold again after the last statement only.
  await sql`set constraints all deferred`.execute(ctx.db)
  const moved = await moveConversations(ctx, keptId, mergedId)
  await sql`set constraints all immediate`.execute(ctx.db)
  const identities = await moveIdentities(ctx, keptId, mergedId)
  const tags = await copyContactTags(ctx, mergedId, keptId)
  const data = await moveContactData(ctx, keptId, mergedId)
  await recordMerge(ctx, keptId, mergedId, { ...moved, identities, tags, data, ...told })
}

async function recordMerge(ctx: Ctx, keptId: number, mergedId: number, record: MergeRecord): Promise<void> {
  await insertMerge(ctx, { keptId, mergedId, byUserId: userIdOf(ctx.actor) }, record)
  const { identities } = record
  const conversations = record.conversations.map(({ id, into, tickets }) => ({ id, into, tickets }))
  const detail = { mergedId, conversations, identities }
  await audit(ctx, { action: 'contact.merged', object: 'contact', objectId: keptId, detail })
  ctx.emit('contact.saved', { contactId: keptId })
  ctx.emit('contact.merged', { contactId: mergedId, intoId: keptId })
}
