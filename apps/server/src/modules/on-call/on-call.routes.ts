import type { Deps } from '#platform/deps'
import { isoTime } from '#platform/iso-time'
import { maskNumbersIn } from '#modules/contacts'
import { findTickets } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { listNotices, listOnCall } from './on-call.repository.ts'
import { presentOnCall, wayOf } from './on-call.presenter.ts'
import { accessOnCall, createOnCall, deleteOnCall, updateOnCall } from './save-on-call.ts'

export function onCallRoutes({ routes }: Deps): void {
  routes.handle('listOnCall', async ({ read }) => (await read(listOnCall)).map(presentOnCall))

  routes.handle('getOnCall', async ({ params, read }) =>
    presentOnCall(await read((ctx) => accessOnCall(ctx, params.id))),
  )

  routes.handle('createOnCall', async ({ body, run }) => presentOnCall(await run((ctx) => createOnCall(ctx, body))))

  routes.handle('updateOnCall', async ({ params, body, run }) =>
    presentOnCall(await run((ctx) => updateOnCall(ctx, params.id, body))),
  )

  routes.handle('deleteOnCall', async ({ params, run }) => {
    await run((ctx) => deleteOnCall(ctx, params.id))
    return { message: 'Plantao deleted' }
  })

  routes.handle('listOnCallNotices', ({ actor, read }) =>
    read(async (ctx) => {
      const notices = await listNotices(ctx)
      const tickets = await findTickets(ctx, [...new Set(notices.map((notice) => notice.ticket_id))])
      const seen = new Map(tickets.filter((ticket) => maySeeTicket(actor, ticket)).map((ticket) => [ticket.id, ticket]))
      return notices.map(({ id, user_id, user_name, ticket_id, created_at, ...sent }) => {
        const ticket = seen.get(ticket_id)
        const contactName = actor.numbersMasked ? maskNumbersIn(ticket?.contact_name ?? '') : ticket?.contact_name
        return {
          id,
          way: wayOf(sent),
          user: { id: user_id, name: user_name },
          ticket: ticket ? { id: ticket.id, uuid: ticket.uuid, contactName: contactName ?? '' } : null,
          createdAt: isoTime(created_at),
        }
      })
    }),
  )
}
