import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { getContact } from '#modules/contacts'
import { assertSeesCurrentTickets } from '#modules/visibility'
import { enter, findOptOut } from './opt-outs.repository.ts'

interface Change {
  isOptedOut: boolean
  reason: string
}

/** An attendant opts a contact out of campaigns or in again, and says why. Twice the same is done once. */
export async function changeOptOut(ctx: UserCtx, contactId: number, { isOptedOut, reason }: Change): Promise<void> {
  await getContact(ctx, contactId)
  await assertSeesCurrentTickets(ctx, contactId)
  const { has_number } = await findOptOut(ctx, contactId)
  if (!has_number && isOptedOut) throw badRequest('ERR_WAPP_INVALID_CONTACT')
  const { userId } = ctx.actor
  const isNew = await enter(ctx, { isOut: isOptedOut, source: 'attendant', contactId, userId, reason })
  if (!isNew) return
  await audit(ctx, {
    action: isOptedOut ? 'contact.optedOut' : 'contact.optedIn',
    object: 'contact',
    objectId: contactId,
  })
}
