import type { Deps } from '#platform/deps'
import { giveUpStale, listCompaniesWithStale } from './outbox.repository.ts'

/**
 * Gives up messages that could not be sent for a day, because they may be wrong by now. Their senders can send them
 * again.
 */
export async function giveUpStaleSends({ units }: Pick<Deps, 'units'>): Promise<void> {
  for (const companyId of await listCompaniesWithStale(units.operator))
    await units.run({ kind: 'system', companyId }, async (ctx) => {
      const failed = await giveUpStale(ctx)
      for (const message of failed) ctx.emit('message.updated', { messageId: message.id, ticketId: message.ticket_id })
      for (const ticketId of new Set(failed.map(({ ticket_id }) => ticket_id))) ctx.emit('ticket.changed', { ticketId })
    })
}
