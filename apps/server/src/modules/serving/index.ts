import { presentTicketTo } from '#modules/tickets'
import type { Deps } from '#platform/deps'
import { presentTagRef } from '#modules/tags'
import { changeTicket } from './change-ticket.ts'
import { closeAllTickets, countTicketsToClose } from './close-all-tickets.ts'
import { syncTags } from './sync-tags.ts'

export { changeTicket } from './change-ticket.ts'
export { expireRating } from './expire-rating.ts'
export { putBack } from './put-back.ts'
export type { Change } from './ticket-intent.ts'

/** Calls that change a ticket and send the automatic texts of that change. */
export function registerServing(deps: Deps): void {
  const {
    routes,
    publicUrl: { origin },
  } = deps
  routes.handle('updateTicket', ({ params, body, run }) =>
    run(async (ctx) => presentTicketTo(ctx.actor, await changeTicket(ctx, params.id, body), origin)),
  )

  routes.handle('closeAllTickets', async ({ body, run }) => ({
    closed: await closeAllTickets(run, body),
  }))
  routes.handle('countTicketsToClose', async ({ query, read }) => ({
    count: await read((ctx) => countTicketsToClose(ctx, query)),
  }))

  routes.handle('syncTags', async ({ body: { contactId, ticketId, tags }, run }) => {
    const wanted = { contactId, ticketId: ticketId ?? null, tagIds: tags.map((tag) => tag.id) }
    const synced = await run((ctx) => syncTags(ctx, wanted))
    return synced.map(presentTagRef)
  })
}
