import { noPermission } from '#platform/errors'
import { isoTime } from '#platform/iso-time'
import type { Deps } from '#platform/deps'
import {
  type NumberCheck,
  getContact,
  listMerges,
  maskNumbersIn,
  presentContact,
  presentNumber,
  setNumber,
} from '#modules/contacts'
import { presentTicketTo } from '#modules/tickets'
import { createTicket } from './create-ticket.ts'
import { deleteTicket } from './delete-ticket.ts'
import { mergeByHand } from './merge-contacts.ts'
import { partContacts } from './part-contacts.ts'

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

  routes.handle('mergeContacts', async ({ actor, params, body, run }) => {
    const kept = await run(async (ctx) => {
      await mergeByHand(ctx, params.id, body.contactId)
      return getContact(ctx, params.id)
    })
    return presentContact(kept, { masked: actor.numbersMasked, origin })
  })

  routes.handle('listContactMerges', async ({ actor, params, read }) => {
    const merges = await read(async (ctx) => listMerges(ctx, (await getContact(ctx, params.id)).id))
    return merges.map(({ id, merged_id, name, phone, user_id, user_name, created_at }) => ({
      id,
      contact: {
        id: merged_id,
        name: actor.numbersMasked ? maskNumbersIn(name) : name,
        number: presentNumber({ id: merged_id, phone }, actor.numbersMasked),
      },
      user: user_name === null ? null : { id: user_id, name: user_name },
      createdAt: isoTime(created_at),
    }))
  })

  routes.handle('partContacts', async ({ actor, params, body, run }) => {
    const parted = await run(async (ctx) => getContact(ctx, await partContacts(ctx, params.id, body.mergeId)))
    return presentContact(parted, { masked: actor.numbersMasked, origin })
  })
}
