import type { TicketView } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { noPermission } from '#platform/errors'
import type { Parts } from '#platform/parts'
import { masked, rooms } from '#platform/rooms'
import { actorOf } from '#platform/live'
import { type NumberCheck, putNumber } from '#modules/contacts'
import { accessTicket, accessTicketByUuid } from './access-ticket.ts'
import { changeTicket } from './change-ticket.ts'
import { closeAllTickets } from './close-all-tickets.ts'
import { createTicket } from './create-ticket.ts'
import { deleteTicket } from './delete-ticket.ts'
import { listTickets } from './list-tickets.ts'
import { logAccess, readTicketLog } from './ticket-log.ts'
import { canRead } from './tickets.policy.ts'
import { presentTicket } from './tickets.presenter.ts'
import type { TicketRow } from './tickets.repository.ts'
import type { Voice } from './voice.ts'

interface Wiring {
  voice: Voice
  numbers: NumberCheck
}

export function ticketRoutes({ routes, live, publicUrl: { origin } }: Parts, { voice, numbers }: Wiring): void {
  routes.handle('listTickets', async ({ query, actor, read }) => {
    const page = await read((ctx) => listTickets(ctx, query))
    return {
      tickets: page.tickets.map((ticket) => presentTicket(ticket, { masked: actor.numbersMasked, origin })),
      count: page.count,
      hasMore: page.hasMore,
    }
  })

  routes.handle('getTicketByUuid', ({ params, run }) =>
    run(async (ctx) => opened(ctx, await accessTicketByUuid(ctx, params.uuid))),
  )
  routes.handle('getTicket', ({ params, run }) => run(async (ctx) => opened(ctx, await accessTicket(ctx, params.id))))

  routes.handle('createTicket', async ({ body, actor, run }) => {
    if (body.companyId !== undefined && body.companyId !== actor.companyId) throw noPermission()
    const number = await numbers.ofContact(actor, body.contactId, body.whatsappId)
    return run(async (ctx) => {
      if (number !== undefined) await putNumber(ctx, body.contactId, number)
      return shown(ctx, await createTicket(ctx, body))
    })
  })

  routes.handle('updateTicket', ({ params, body, run }) =>
    run(async (ctx) => shown(ctx, await changeTicket(ctx, voice, params.id, body))),
  )

  routes.handle('deleteTicket', async ({ params, run }) => {
    await run((ctx) => deleteTicket(ctx, params.id))
    return { message: 'ticket deleted' }
  })

  routes.handle('closeAllTickets', async ({ body, run }) => ({
    closed: await run((ctx) => closeAllTickets(ctx, body)),
  }))

  routes.handle('ticketLog', ({ params, read }) =>
    read(async (ctx) => {
      const ticket = await accessTicket(ctx, params.id)
      return readTicketLog(ctx, ticket.id)
    }),
  )

  routes.handle('ticketViewers', async ({ params, actor, read }) => {
    await read((ctx) => accessTicket(ctx, params.id))
    const room = rooms.ticket(actor.companyId, params.id)
    const sockets = await live.io.in([room, masked(room)]).fetchSockets()
    const others = sockets
      .map((socket) => actorOf(socket.data))
      .filter((viewer) => viewer !== undefined && viewer.userId !== actor.userId)
    return [
      ...new Map(
        others.map((viewer) => [viewer?.userId, { id: viewer?.userId ?? 0, name: viewer?.name ?? '' }]),
      ).values(),
    ]
  })

  async function opened(ctx: UserCtx, ticket: TicketRow): Promise<TicketView> {
    await logAccess(ctx, ticket.id, ctx.actor.userId)
    return shown(ctx, ticket)
  }

  /** The ticket that stands in the way may be one that the person may not read: then they are told who has it, and nothing that was said. */
  async function shown(ctx: UserCtx, ticket: TicketRow): Promise<TicketView> {
    const view = presentTicket(ticket, { masked: ctx.actor.numbersMasked, origin })
    return canRead(ctx.actor, ticket) ? view : { ...view, lastMessage: '', unreadMessages: 0, tags: [] }
  }
}
