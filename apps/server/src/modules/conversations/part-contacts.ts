import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { notFound } from '#platform/errors'
import { endMerge, giveBack } from '#modules/contacts'
import { removeContactTags } from '#modules/tags'
import { assertSeesCurrentTickets } from '#modules/visibility'
import { moveBack } from './move-back.ts'

/**
 * Undoes a merge by hand and returns the contact that is there again. It gets back its numbers, extra fields,
 * conversations and tickets, with what was written in them since. The other one keeps what somebody has changed since
 * the merge. Drafts stay where they were joined.
 */
export async function partContacts(ctx: Ctx, keptId: number, mergeId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from contacts where company_id = ${ctx.companyId} and id = ${keptId} and merged_into_id is null for update`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw notFound('ERR_NO_CONTACT_FOUND')
  await assertSeesCurrentTickets(ctx, keptId)
  const merge = await endMerge(ctx, keptId, mergeId)
  if (!merge) throw notFound('ERR_NO_CONTACT_FOUND')
  const { merged_id: mergedId, moved } = merge

  await sql`set constraints all deferred`.execute(ctx.db)
  await moveBack(ctx, { keptId, mergedId }, moved)
  await sql`set constraints all immediate`.execute(ctx.db)
  await giveBack(ctx, { keptId, mergedId }, moved)
  await removeContactTags(ctx, keptId, moved.tags)
  await audit(ctx, { action: 'contact.parted', object: 'contact', objectId: keptId, detail: { mergedId } })
  ctx.emit('contact.saved', { contactId: keptId })
  ctx.emit('contact.parted', { contactId: mergedId, fromId: keptId })
  return mergedId
}
