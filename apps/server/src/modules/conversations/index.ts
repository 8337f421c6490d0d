import type { Deps } from '#platform/deps'
import type { NumberCheck } from '#modules/contacts'
import { conversationRoutes } from './conversations.routes.ts'
import { readdress } from './readdress.ts'
import { putIntoTicket } from './tables/messages-of-conversation.repository.ts'

export { getContact } from './conversation-of.ts'
export { learnIdentities, moveCustomer } from './customer-identities.ts'
export { setAskedBefore, setComparedTo } from './tables/compared.repository.ts'
export { type Destination, findOrCreateConversations, findOrCreateTickets } from './find-or-create-tickets.ts'
export { findOrImportTickets } from './import-tickets.ts'
export { assertQueueAndUser } from './create-ticket.ts'
export { lockConversationsOf, messagesIn, removeMessagesIn } from './tables/messages-of-conversation.repository.ts'
export { openWindow, takeReferral } from './open-window.ts'
export { rescopePeople } from './rescope-people.ts'
export { type Reached, openTicketWith, reachContact, reachContactOn } from './reach-contact.ts'

export function registerConversations(deps: Deps, { numbers }: { numbers: NumberCheck }): void {
  conversationRoutes(deps, numbers)
  deps.followers.within('ticket.changed', async (ctx, { ticketId, from }) => {
    if (from?.status === 'closed') await putIntoTicket(ctx, ticketId)
  })
  deps.followers.within('connection.moved', (ctx, { connectionId }) => readdress(ctx, connectionId))
}
