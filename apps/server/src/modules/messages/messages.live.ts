import { type MessageEvent, type MessageView, liveMessage } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { NumberedFact } from '#platform/facts'
import type { PayloadVariants } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { mediaLinks } from '#modules/media'
import { readSettings } from '#modules/settings'
import { type TicketRow, findTickets, stateOf, presentTicketBrief } from '#modules/tickets'
import { maySeeTicket, roomsOfTicket, roomsOfTicks } from '#modules/visibility'
import { type MessageViewer, presentMessage, quotedElsewhere } from './messages.presenter.ts'
import { type MessageRow, findMessages, findMessagesOfFiles } from './messages.repository.ts'

type Kinds = 'message.created' | 'message.updated' | 'message.removed'

interface LiveViewer extends Omit<MessageViewer, 'sees' | 'masked'> {
  hidesNumbers: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
}

/** Sends new messages to everybody who has the ticket in a list or open, and changed ones to those who have it open. */
export function messagesLive(deps: Deps): void {
  const {
    units,
    publisher,
    publicUrl: { origin },
  } = deps
  const links = mediaLinks(deps)

  async function readViewer(ctx: Ctx): Promise<LiveViewer> {
    const { lgpdDeleteMessage, lgpdHideNumber } = await readSettings(ctx)
    return { links, origin, hidesDeleted: lgpdDeleteMessage === 'enabled', hidesNumbers: lgpdHideNumber === 'enabled' }
  }

  publisher.present<Kinds>(['message.created', 'message.updated', 'message.removed'], async (companyId, facts) => {
    const { state, asOf } = await units.readAsOf({ kind: 'system', companyId }, (ctx) =>
      Promise.all([
        findMessages(ctx, [...new Set(facts.map((fact) => fact.ids.messageId))]).then(byId),
        findTickets(ctx, [...new Set(facts.map((fact) => fact.ids.ticketId))]).then(byId),
        readViewer(ctx),
      ]),
    )
    const [messages, tickets, viewer] = state
    return withoutRepeats(facts).flatMap((fact) =>
      emissionsOf(companyId, fact, messages.get(fact.ids.messageId), tickets.get(fact.ids.ticketId), {
        ...viewer,
        asOf,
      }),
    )
  })

  // The message of a file changes when the file is ready or has failed.
  publisher.present(['media.ready', 'media.failed'], async (companyId, facts) => {
    const { state, asOf } = await units.readAsOf({ kind: 'system', companyId }, (ctx) =>
      Promise.all([
        findMessagesOfFiles(
          ctx,
          facts.map((fact) => fact.ids.fileId),
        ),
        readViewer(ctx),
      ]),
    )
    const [messages, viewer] = state
    const number = facts.at(-1)?.number ?? 0
    return messages.flatMap((message) =>
      emissionsOf(
        companyId,
        { kind: 'message.updated', ids: { messageId: message.id, ticketId: message.ticket_id }, number },
        message,
        undefined,
        { ...viewer, asOf },
      ),
    )
  })
}

function emissionsOf(
  companyId: number,
  fact: NumberedFact<Kinds>,
  message: MessageRow | undefined,
  ticket: TicketRow | undefined,
  { hidesNumbers, asOf, ...viewer }: LiveViewer & { asOf: number },
): Emission[] {
  const { messageId, ticketId } = fact.ids
  const seq = fact.number
  const target = { companyId, event: 'message', rooms: [rooms.ticket(companyId, ticketId)] } as const
  const tell = (heard: readonly string[], telling: (masked: boolean) => PayloadVariants<'message'>): Emission[] => [
    { ...target, rooms: heard, ...telling(false), masked: hidesNumbers ? telling(true) : 'nothing' },
  ]
  if (fact.kind === 'message.removed' || !message)
    return [{ ...target, masked: 'same', payload: { action: 'delete', message: { id: messageId, ticketId }, seq } }]
  const said = (masked: boolean, payload: (view: MessageView) => MessageEvent) =>
    shownTo(message, { ...viewer, masked }, payload)
  if (!ticket)
    return tell(target.rooms, (masked) => said(masked, (view) => ({ action: 'update', message: view, seq, asOf })))

  const brief = (masked: boolean) => presentTicketBrief(ticket, { masked, origin: viewer.origin })
  if (fact.kind === 'message.updated') {
    // Users who have the ticket open get the change. If it is the last message, so do lists that show its ticks.
    const rows = ticket.last_message_id === message.id ? roomsOfTicks(companyId, stateOf(ticket)) : []
    return tell([...target.rooms, ...rows], (masked) => {
      const row = rows.length > 0 ? { ticket: brief(masked) } : {}
      return said(masked, (view) => ({ action: 'update', message: view, ...row, seq, asOf }))
    })
  }
  return tell(roomsOfTicket(companyId, ticketId, stateOf(ticket)), (masked) => {
    const row = brief(masked)
    const { name, urlPicture } = row.contact
    return said(masked, (view) => ({
      action: 'create',
      message: liveMessage(view),
      ticket: row,
      contact: { name, urlPicture },
      seq,
      asOf,
    }))
  })
}

/** Events show the current state of a message, so its creation or last change includes all earlier changes. */
function withoutRepeats(facts: NumberedFact<Kinds>[]): NumberedFact<Kinds>[] {
  const created = new Set(facts.flatMap((fact) => (fact.kind === 'message.created' ? [fact.ids.messageId] : [])))
  const last = new Map(facts.map((fact) => [fact.ids.messageId, fact]))
  return facts.filter(
    (fact) =>
      fact.kind !== 'message.updated' || (!created.has(fact.ids.messageId) && last.get(fact.ids.messageId) === fact),
  )
}

/** Leaves out the quote for receivers who may not see the ticket of the quoted message. */
function shownTo(
  message: MessageRow,
  viewer: Omit<MessageViewer, 'sees'>,
  payload: (view: MessageView) => MessageEvent,
): PayloadVariants<'message'> {
  const whole = payload(presentMessage(message, { ...viewer, sees: () => true }))
  const quoted = quotedElsewhere(message)
  if (!quoted) return { payload: whole }
  const without = payload(presentMessage(message, { ...viewer, sees: () => false }))
  return { payload: whole, instead: { payload: without, unless: (actor) => maySeeTicket(actor, quoted.ticket) } }
}

const byId = <T extends { id: number }>(rows: T[]): Map<number, T> => new Map(rows.map((row) => [row.id, row]))
