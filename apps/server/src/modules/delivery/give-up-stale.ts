import type { Deps } from '#platform/deps'
import { giveUpStale, listCompaniesWithStale } from './outbox.repository.ts'
import { tellCampaigns } from './tell-campaigns.ts'

/**
 * Gives up messages that could not be sent for a day, because they may be wrong by now. Their senders can send them
 * again.
 */
export async function giveUpStaleSends({ units }: Pick<Deps, 'units'>): Promise<void> {
  for (const companyId of await listCompaniesWithStale(units.operator))
    await units.run({ kind: 'system', companyId }, async (ctx) => {
      const failed = await giveUpStale(ctx)
      tellCampaigns(ctx, failed)
      for (const { id, ticket_id } of failed)
        if (ticket_id !== null) ctx.emit('message.updated', { messageId: id, ticketId: ticket_id })
      const tickets = new Set(failed.flatMap(({ ticket_id }) => ticket_id ?? []))
      for (const ticketId of tickets) ctx.emit('ticket.changed', { ticketId })
    })
}
