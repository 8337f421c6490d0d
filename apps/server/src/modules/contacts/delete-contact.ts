import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { contactHasTickets, lockContact, removeContact } from './contacts.repository.ts'

/** Contacts with tickets cannot be deleted, because the history needs them. */
export async function deleteContact(ctx: Ctx, contactId: number): Promise<void> {
  const contact = await lockContact(ctx, contactId)
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND')
  if (await contactHasTickets(ctx, contactId)) throw hasTickets()

  // A ticket that is being created at this moment has a conversation, whose foreign key makes the deletion fail.
  await refusing(removeContact(ctx, contactId), { '23503': hasTickets })
  await audit(ctx, { action: 'contact.deleted', object: 'contact', objectId: contactId })
  ctx.emit('contact.deleted', { contactId })
}

const hasTickets = () => badRequest('ERR_CONTACT_HAS_TICKETS')
