import { together } from '#platform/database/together'
import type { Deps } from '#platform/deps'
import { voidExchanges, voidOfSilenced } from './stored/exchanges.repository.ts'
import { removeSessionsOf } from './stored/sessions.repository.ts'

/** What is under way in a ticket is not wanted any more once a person has it, or its bot is off. */
export function stopExchanges({ followers }: Pick<Deps, 'followers'>): void {
  followers.within('ticket.accepted', (ctx, { ticketId }) => voidExchanges(ctx, [ticketId], 'person'))
  followers.within('ticket.closed', async (ctx, { ticketId }) => {
    await together([voidExchanges(ctx, [ticketId], 'closed'), removeSessionsOf(ctx, ticketId)])
  })
  followers.within('ticket.botStopped', (ctx, { ticketId }) => voidExchanges(ctx, [ticketId], 'stopped'))
  followers.within('contact.saved', async (ctx, { contactId, isNew }) =>
    isNew ? undefined : voidOfSilenced(ctx, contactId),
  )
}
