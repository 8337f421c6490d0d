import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { readCallToken } from '#modules/connections'
import { accessTicket, mayCall } from '#modules/tickets'

/** The page of Wavoip that calls a number on WhatsApp. */
const callPage = 'https://app.wavoip.com/call'

/** The page that calls the customer of a ticket. It contains the connection's token, so each call is in the audit log. */
export async function startCall(ctx: UserCtx, key: Buffer, ticketId: number): Promise<string> {
  const ticket = await accessTicket(ctx, ticketId)
  const { contact_phone: phone, contact_name: name, connection_id: connectionId } = ticket
  const token = mayCall(ctx.actor, ticket) ? await readCallToken(ctx, key, connectionId) : undefined
  if (token === undefined || phone === null) throw badRequest('ERR_CALL_NOT_AVAILABLE')
  await audit(ctx, { action: 'ticket.called', object: 'ticket', objectId: ticketId, detail: { connectionId } })
  const url = new URL(callPage)
  url.search = new URLSearchParams({
    token,
    phone,
    name,
    start_if_ready: 'true',
    close_after_call: 'true',
  }).toString()
  return url.href
}
