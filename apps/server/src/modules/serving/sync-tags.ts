import { isOnBoard } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type LockedTag, type WantedTags, putTags } from '#modules/tags'
import { accessTicketForChange } from '#modules/tickets'

/** Sets the tags of a contact, and of its ticket if the actor may see it and it is on the board. */
export async function syncTags(ctx: Ctx, wanted: WantedTags): Promise<LockedTag[]> {
  if (wanted.ticketId === null) return putTags(ctx, wanted)
  const { contact_id, status } = await accessTicketForChange(ctx, wanted.ticketId)
  if (contact_id !== wanted.contactId) throw notFound('ERR_NO_TICKET_FOUND')
  return putTags(ctx, isOnBoard(status) ? wanted : { ...wanted, ticketId: null })
}
