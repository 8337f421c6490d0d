import type { TicketView } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { rooms, withMasked } from '#platform/live/rooms'
import { actorOf } from '#platform/live/live'
import { tellCallToken } from '#modules/connections'
import { accessTicket, accessTicketByUuid, mayCall } from './access-ticket.ts'
import { presentFound } from './found-text.ts'
import { listTickets } from './list-tickets.ts'
import { logAccess, readTicketLog } from './ticket-log.ts'
import { presentTicket, presentTicketTo, withCallToken } from './tickets.presenter.ts'
import type { TicketRow } from './tickets.repository.ts'

export function ticketRoutes({ routes, live, keys, publicUrl: { origin } }: Deps): void {
  routes.handle('listTickets', async ({ query, actor, read }) => {
    const page = await read((ctx) => listTickets(ctx, query))
    return {
      tickets: page.tickets.map((ticket) => ({
        ...presentTicket(ticket, { masked: actor.numbersMasked, origin }),
        ...(ticket.found && { found: presentFound(ticket.found, query.searchParam, actor.numbersMasked) }),
      })),
      count: page.count,
      hasMore: page.hasMore,
    }
  })

  routes.handle('getTicketByUuid', ({ params, run }) =>
    run(async (ctx) => opened(ctx, await accessTicketByUuid(ctx, params.uuid))),
  )
  routes.handle('getTicket', ({ params, run }) => run(async (ctx) => opened(ctx, await accessTicket(ctx, params.id))))

  routes.handle('ticketLog', ({ params, read }) =>
    read(async (ctx) => {
      const ticket = await accessTicket(ctx, params.id)
      return readTicketLog(ctx, ticket.id)
    }),
  )

  routes.handle('ticketViewers', async ({ params, actor, read }) => {
    await read((ctx) => accessTicket(ctx, params.id))
    const room = rooms.ticket(actor.companyId, params.id)
    const sockets = await live.io.in(withMasked(room)).fetchSockets()
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
    const view = presentTicketTo(ctx.actor, ticket, origin)
    if (!mayCall(ctx.actor, ticket)) return view
    const told = { connectionId: ticket.connection_id, ticketId: ticket.id }
    const token = await tellCallToken(ctx, keys.secretsAtRest, told)
    return token === undefined ? view : withCallToken(view, token)
  }
}
