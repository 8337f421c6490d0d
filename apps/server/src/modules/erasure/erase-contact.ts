import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { badRequest, notFound } from '#platform/errors'
import { forgetPeople, forgetWords, peopleWith } from '#modules/campaigns'
import { forgetListed } from '#modules/contact-lists'
import { contactHasTickets, lockContact, numberKeysOf, removeContact } from '#modules/contacts'
import { lockConversationsOf, messagesIn, removeMessagesIn } from '#modules/conversations'
import { takeBackUnsent } from '#modules/delivery'
import { giveBack } from '#modules/sending-guard'

/**
 * Erases a contact, and what campaigns have kept of the person: their entries in lists, their messages, and their name and
 * number among the people of campaigns, which stay as figures. Contacts with tickets cannot be erased, because the history
 * needs them. Whoever stores something else of a person adds its step here (docs/operations/retention.md).
 */
export async function eraseContact(ctx: Ctx, contactId: number): Promise<void> {
  const contact = await lockContact(ctx, contactId)
  if (!contact) throw notFound('ERR_NO_CONTACT_FOUND')
  // No ticket and no message of a campaign can come any more.
  const conversationIds = await lockConversationsOf(ctx, contactId)
  if (await contactHasTickets(ctx, contactId)) throw hasTickets()

  const messageIds = await messagesIn(ctx, conversationIds)
  const keys = await numberKeysOf(ctx, contactId)
  const people = await peopleWith(ctx, { keys, messageIds })
  // Delivery locks the outbox entry first, then the message, then the person of the campaign.
  const unsent = await takeBackUnsent(ctx, messageIds)
  await giveBack(ctx, unsent)
  await removeMessagesIn(ctx, conversationIds)
  await forgetPeople(ctx, people, unsent)
  await forgetWords(ctx, people)
  // A campaign may have written to a form of the number that the network has corrected.
  const allKeys = [...new Set([...keys, ...people.map(({ person_key }) => person_key)])]
  await forgetListed(ctx, { keys: allKeys, email: contact.email })

  await refusing(removeContact(ctx, contactId), { '23503': hasTickets })
  await audit(ctx, { action: 'contact.deleted', object: 'contact', objectId: contactId })
  ctx.emit('contact.deleted', { contactId })
}

const hasTickets = () => badRequest('ERR_CONTACT_HAS_TICKETS')
