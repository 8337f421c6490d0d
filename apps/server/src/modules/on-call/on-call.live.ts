import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { maskNumbersIn, presentNumber } from '#modules/contacts'
import { type TicketRow, findTickets } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { presentOnCall } from './on-call.presenter.ts'
import { type OnCallRow, findOnCall } from './on-call.repository.ts'

type Kinds = 'onCall.saved' | 'onCall.deleted'

export function onCallLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['onCall.saved', 'onCall.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.onCallId)
    const rows = await units.read({ kind: 'system', companyId }, (ctx) => findOnCall(ctx, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return facts.flatMap((fact) => changeOf(companyId, fact, byId.get(fact.ids.onCallId)))
  })

  publisher.present<'onCall.noticed'>(['onCall.noticed'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.ticketId)
    const tickets = await units.read({ kind: 'system', companyId }, (ctx) => findTickets(ctx, ids))
    const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
    return facts.flatMap((fact) => noticeOf(companyId, fact, byId.get(fact.ids.ticketId)))
  })
}

function changeOf(
  companyId: number,
  { kind, number: seq, ids: { onCallId } }: NumberedFact<Kinds>,
  row: OnCallRow | undefined,
): Emission[] {
  const target = { companyId, event: 'onCall', rooms: [rooms.admins(companyId)], masked: 'same' } as const
  if (kind === 'onCall.deleted') return [{ ...target, payload: { action: 'delete', id: onCallId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  return [{ ...target, payload: { action: 'update', record: presentOnCall(row), seq } }]
}

/** Somebody who does not see the ticket any more is told nothing. */
function noticeOf(
  companyId: number,
  { number: seq, ids: { userId } }: NumberedFact<'onCall.noticed'>,
  ticket: TicketRow | undefined,
): Emission[] {
  if (!ticket) return []
  const payload = (isMasked: boolean) => ({
    ticketId: ticket.id,
    uuid: ticket.uuid,
    contact: {
      name: isMasked ? maskNumbersIn(ticket.contact_name) : ticket.contact_name,
      number: presentNumber({ id: ticket.contact_id, phone: ticket.contact_phone }, isMasked),
    },
    seq,
  })
  return [
    {
      companyId,
      event: 'onCallNotice',
      rooms: [rooms.user(companyId, userId)],
      payload: payload(false),
      masked: { payload: payload(true) },
      only: (actor) => maySeeTicket(actor, ticket),
    },
  ]
}
