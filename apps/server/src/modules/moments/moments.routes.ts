import type { Deps } from '#platform/deps'
import { presentTicket } from '#modules/tickets'
import type { Presence } from '#modules/users'
import { countServed, findAttendants, readServed, readWaiting } from './board.repository.ts'
import { listMoments } from './list-moments.ts'
import { presentAttendant, presentMomentsTickets } from './moments.presenter.ts'

export function momentsRoutes(
  { routes, publicUrl: { origin } }: Deps,
  { presence }: { presence: Pick<Presence, 'isOnline'> },
): void {
  routes.handle('moments', async ({ query, actor, read }) => {
    const tickets = await read((ctx) => listMoments(ctx, query))
    return tickets.map((ticket) => presentTicket(ticket, { masked: actor.numbersMasked, origin }))
  })

  routes.handle('momentsBoard', ({ actor, read }) =>
    read(async (ctx) => {
      const viewer = { masked: actor.numbersMasked, origin }
      const [attendants, served, waiting] = await Promise.all([findAttendants(ctx), readServed(ctx), readWaiting(ctx)])
      return {
        attendants: attendants.map((row) => presentAttendant(row, presence.isOnline(actor.companyId, row.id))),
        served: presentMomentsTickets(served, viewer),
        waiting: presentMomentsTickets(waiting, viewer),
      }
    }),
  )

  routes.handle('queueLoads', ({ read }) => read(countServed))
}
