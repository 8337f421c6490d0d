import { noPermission } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { type NumberCheck, setNumber } from '#modules/contacts'
import { presentTicketTo } from '#modules/tickets'
import { createTicket } from './create-ticket.ts'
import { deleteTicket } from './delete-ticket.ts'

export function conversationRoutes({ routes, publicUrl: { origin } }: Deps, numbers: NumberCheck): void {
  routes.handle('createTicket', async ({ body, actor, run }) => {
    if (body.companyId !== undefined && body.companyId !== actor.companyId) throw noPermission()
    const number = await numbers.ofContact(actor, body.contactId, body.whatsappId)
    return run(async (ctx) => {
      if (number !== undefined) await setNumber(ctx, body.contactId, number)
      return presentTicketTo(ctx.actor, await createTicket(ctx, body), origin)
    })
  })

  routes.handle('deleteTicket', async ({ params, run }) => {
    await run((ctx) => deleteTicket(ctx, params.id))
    return { message: 'ticket deleted' }
  })
}
