import type { Deps } from '#platform/deps'
import { giveUpStale, listCompaniesWithStale } from './outbox.repository.ts'

/** An answer of yesterday may be wrong today: what could not leave for a day asks before it goes. */
export async function giveUpStaleSends({ units }: Pick<Deps, 'units'>): Promise<void> {
  for (const companyId of await listCompaniesWithStale(units.operator))
    await units.run({ kind: 'system', companyId }, async (ctx) => {
      for (const message of await giveUpStale(ctx))
        ctx.emit('message.updated', { messageId: message.id, ticketId: message.ticket_id })
    })
}
