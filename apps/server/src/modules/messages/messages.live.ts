import { type MessageView, liveMessage } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { NumberedFact } from '#platform/facts'
import { sql } from '#platform/database/sql'
import type { Parts } from '#platform/parts'
import type { Emission } from '#platform/publisher'
import { masked, rooms } from '#platform/rooms'
import { mediaLinks } from '#modules/media'
import { readSettings } from '#modules/settings'
import { type TicketRow, findTickets, placeOf, presentTicketBrief, roomsOfList, roomsOfTicket } from '#modules/tickets'
import { type MessageSight, presentMessage } from './messages.presenter.ts'
import { type MessageRow, findMessages, selectMessages } from './messages.repository.ts'

type Kinds = 'message.created' | 'message.updated' | 'message.removed'

interface LiveSight extends MessageSight {
  /** Of this installation, as browsers reach it. */
  origin: string
}

/** A new message goes to everybody who is shown its ticket, once; a changed one to those who have the ticket open. */
export function messagesLive(parts: Parts): void {
  const {
    units,
    publisher,
    publicUrl: { origin },
  } = parts
  const links = mediaLinks(parts)

  async function readSight(ctx: Ctx): Promise<LiveSight> {
    const { lgpdDeleteMessage, lgpdHideNumber } = await readSettings(ctx)
    return { links, origin, hidesDeleted: lgpdDeleteMessage === 'enabled', masked: lgpdHideNumber === 'enabled' }
  }

  publisher.present<Kinds>(['message.created', 'message.updated', 'message.removed'], async (companyId, facts) => {
    const [messages, tickets, sight] = await units.read({ kind: 'system', companyId }, (ctx) =>
      Promise.all([
        findMessages(ctx, [...new Set(facts.map((fact) => fact.ids.messageId))]).then(byId),
        findTickets(ctx, [...new Set(facts.map((fact) => fact.ids.ticketId))]).then(byId),
        readSight(ctx),
      ]),
    )
    return withoutEchoes(facts).flatMap((fact) =>
      emissionsOf(companyId, fact, messages.get(fact.ids.messageId), tickets.get(fact.ids.ticketId), sight),
    )
  })

  // A file has come, or will not: the message that shows it is another now.
  publisher.present(['media.ready', 'media.failed'], async (companyId, facts) => {
    const [messages, sight] = await units.read({ kind: 'system', companyId }, (ctx) =>
      Promise.all([
        selectMessages(
          ctx,
          sql`select m.* from messages m where m.company_id = ${companyId} and m.file_id = any (${facts.map((fact) => fact.ids.fileId)}::bigint[])`,
        ),
        readSight(ctx),
      ]),
    )
    const number = facts.at(-1)?.number ?? 0
    return messages.flatMap((message) =>
      emissionsOf(
        companyId,
        { kind: 'message.updated', ids: { messageId: message.id, ticketId: message.ticket_id }, number },
        message,
        undefined,
        sight,
      ),
    )
  })
}

function emissionsOf(
  companyId: number,
  fact: NumberedFact<Kinds>,
  message: MessageRow | undefined,
  ticket: TicketRow | undefined,
  sight: LiveSight,
): Emission[] {
  const hidesNumbers = sight.masked
  const { messageId, ticketId } = fact.ids
  const open = withMasked([rooms.ticket(companyId, ticketId)], hidesNumbers)
  if (fact.kind === 'message.removed' || !message) {
    return [
      {
        companyId,
        event: 'message',
        rooms: open,
        payload: { action: 'delete', message: { id: messageId, ticketId }, seq: fact.number },
      },
    ]
  }
  const view = presentMessage(message, sight)
  if (!ticket)
    return [
      { companyId, event: 'message', rooms: open, payload: { action: 'update', message: view, seq: fact.number } },
    ]

  const create = (heard: string[], isMasked: boolean): Emission => {
    const brief = presentTicketBrief(ticket, { masked: isMasked, origin: sight.origin })
    return {
      companyId,
      event: 'message',
      rooms: heard,
      payload: {
        action: 'create',
        message: liveMessage(
          isMasked === hidesNumbers ? view : presentMessage(message, { ...sight, masked: isMasked }),
        ),
        ticket: brief,
        contact: { name: brief.contact.name, urlPicture: brief.contact.urlPicture },
        seq: fact.number,
      },
    }
  }
  if (fact.kind === 'message.updated') return updates(companyId, view, ticket, open, fact.number, sight)
  const heard = roomsOfTicket(companyId, ticketId, placeOf(ticket))
  return hidesNumbers ? [create(heard, false), create(heard.map(masked), true)] : [create(heard, false)]
}

/** A message is shown as it is now: what changed it between its creation and this moment is in that already. */
function withoutEchoes(facts: NumberedFact<Kinds>[]): NumberedFact<Kinds>[] {
  const created = new Set(facts.flatMap((fact) => (fact.kind === 'message.created' ? [fact.ids.messageId] : [])))
  const last = new Map(facts.map((fact) => [fact.ids.messageId, fact]))
  return facts.filter(
    (fact) =>
      fact.kind !== 'message.updated' || (!created.has(fact.ids.messageId) && last.get(fact.ids.messageId) === fact),
  )
}

/** Those who have the ticket open; while the message is the one that its row shows, its owner's list, or of a group of nobody's, all who see it. */
function updates(
  companyId: number,
  message: MessageView,
  ticket: TicketRow,
  open: string[],
  seq: number,
  { masked: hidesNumbers, origin }: LiveSight,
): Emission[] {
  const isEverybodys = ticket.user_id === null && ticket.status === 'group'
  if (ticket.last_message_id !== message.id || (ticket.user_id === null && !isEverybodys))
    return [{ companyId, event: 'message', rooms: open, payload: { action: 'update', message, seq } }]
  const rows =
    ticket.user_id === null
      ? roomsOfList(companyId, 'group', placeOf(ticket))
      : [rooms.listOwner(companyId, 'open', ticket.user_id)]
  const own = withMasked(rows, hidesNumbers)
  const brief = presentTicketBrief(ticket, { masked: hidesNumbers, origin })
  return [
    {
      companyId,
      event: 'message',
      rooms: [...open, ...own],
      payload: { action: 'update', message, ticket: brief, seq },
    },
  ]
}

const withMasked = (heard: string[], hidesNumbers: boolean) => (hidesNumbers ? [...heard, ...heard.map(masked)] : heard)
const byId = <T extends { id: number }>(rows: T[]): Map<number, T> => new Map(rows.map((row) => [row.id, row]))
