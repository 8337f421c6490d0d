import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type LockedTag, type WantedTags, putTags } from '#modules/tags'
import { accessTicket } from '#modules/tickets'

/** Sets the tags of a contact, and of its ticket if the actor may see it. */
export async function syncTags(ctx: Ctx, wanted: WantedTags): Promise<LockedTag[]> {
  if (wanted.ticketId !== null) {
    const ticket = await accessTicket(ctx, wanted.ticketId)
    if (ticket.contact_id !== wanted.contactId) throw notFound('ERR_NO_TICKET_FOUND')
  }
  return putTags(ctx, wanted)
}
