import { type MessageEvent, type MessageView, liveMessage } from '@guiche/contract'
import type { Ctx, UserActor } from '#platform/context'
import type { NumberedFact } from '#platform/facts'
import type { PayloadVariants } from '#platform/live/live'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { mediaLinks } from '#modules/media'
import { readSettings } from '#modules/settings'
import {
  type EarlierTicket,
  type TicketRow,
  findEarlier,
  findTickets,
  stateOf,
  presentTicketBrief,
} from '#modules/tickets'
import { maySeeTicket, roomsOfTicket, roomsOfTicks } from '#modules/visibility'
import { type MessageViewer, presentMessage, quotedElsewhere } from './messages.presenter.ts'
import { type MessageRow, findMessages, findMessagesOfFiles } from './messages.repository.ts'

type Kinds = 'message.created' | 'message.updated' | 'message.removed'

interface LiveViewer extends Omit<MessageViewer, 'sees' | 'masked'> {
  hidesNumbers: boolean
  /** The origin under which browsers reach this installation. */
  origin: string
}

/**
 * Sends new messages to everybody who has the ticket in a list or open, and changed ones to those who have it open, or the
 * latest ticket of its conversation.
 */
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
    const ticketIds = [...new Set(facts.map((fact) => fact.ids.ticketId))]
    const { state, asOf } = await units.readAsOf({ kind: 'system', companyId }, (ctx) =>
      Promise.all([
        findMessages(ctx, [...new Set(facts.map((fact) => fact.ids.messageId))]).then(byId),
        findTickets(ctx, ticketIds).then(byId),
        findEarlier(ctx, ticketIds).then(byId),
        readViewer(ctx),
      ]),
    )
    const [messages, tickets, earlier, viewer] = state
    return withoutRepeats(facts).flatMap((fact) => {
      const { messageId, ticketId } = fact.ids
      const told = { message: messages.get(messageId), ticket: tickets.get(ticketId), earlier: earlier.get(ticketId) }
      return emissionsOf(companyId, fact, told, { ...viewer, asOf })
    })
  })

  // The message of a file changes when the file is ready or has failed.
  publisher.present(['media.ready', 'media.failed'], async (companyId, facts) => {
    const fileIds = facts.map((fact) => fact.ids.fileId)
    const { state, asOf } = await units.readAsOf({ kind: 'system', companyId }, async (ctx) => {
      const [messages, viewer] = await Promise.all([findMessagesOfFiles(ctx, fileIds), readViewer(ctx)])
      const ticketIds = messages.map((message) => message.ticket_id)
      return { messages, viewer, earlier: byId(await findEarlier(ctx, ticketIds)) }
    })
    const { messages, viewer, earlier } = state
    const number = facts.at(-1)?.number ?? 0
    return messages.flatMap((message) =>
      emissionsOf(
        companyId,
        { kind: 'message.updated', ids: { messageId: message.id, ticketId: message.ticket_id }, number },
        { message, ticket: undefined, earlier: earlier.get(message.ticket_id) },
        { ...viewer, asOf },
      ),
    )
  })
}

interface Told {
  message: MessageRow | undefined
  ticket: TicketRow | undefined
  /** Its ticket, if the conversation has a later one. */
  earlier: EarlierTicket | undefined
}

function emissionsOf(
  companyId: number,
  fact: NumberedFact<Kinds>,
  { message, ticket, earlier }: Told,
  { hidesNumbers, asOf, ...viewer }: LiveViewer & { asOf: number },
): Emission[] {
  const { messageId, ticketId } = fact.ids
  const seq = fact.number
  const opened = rooms.ticket(companyId, ticketId)
  const target = { companyId, event: 'message' } as const
  const tell = (heard: readonly string[], telling: (masked: boolean) => PayloadVariants<'message'>): Emission => ({
    ...target,
    rooms: heard,
    ...telling(false),
    masked: hidesNumbers ? telling(true) : 'nothing',
  })
  if (fact.kind === 'message.removed' || !message) {
    const payload = { action: 'delete', message: { id: messageId, ticketId }, seq } as const
    const removal: Emission = { ...target, rooms: [opened], masked: 'same', payload }
    return [removal, ...inLatest(companyId, earlier, removal)]
  }
  const said = (masked: boolean, payload: (view: MessageView) => MessageEvent) =>
    shownTo(message, { ...viewer, masked }, payload)

  if (fact.kind === 'message.created' && ticket)
    return [
      tell(roomsOfTicket(companyId, ticketId, stateOf(ticket)), (masked) => {
        const row = presentTicketBrief(ticket, { masked, origin: viewer.origin })
        const { name, urlPicture } = row.contact
        return said(masked, (view) => ({
          action: 'create',
          message: liveMessage(view),
          ticket: row,
          contact: { name, urlPicture },
          seq,
          asOf,
        }))
      }),
    ]

  const changed = (masked: boolean) => said(masked, (view) => ({ action: 'update', message: view, seq, asOf }))
  const latest = inLatest(companyId, earlier, tell([], changed))
  // If it is the last message, lists that show its ticks get the change too.
  const rows = ticket?.last_message_id === message.id ? roomsOfTicks(companyId, stateOf(ticket)) : []
  if (!ticket || rows.length === 0) return [tell([opened], changed), ...latest]
  const withRow = (masked: boolean) => {
    const row = presentTicketBrief(ticket, { masked, origin: viewer.origin })
    return said(masked, (view) => ({ action: 'update', message: view, ticket: row, seq, asOf }))
  }
  return [tell([opened, ...rows], withRow), ...latest]
}

/** For those who have the latest ticket of the conversation open and may see the message's own. */
function inLatest(companyId: number, earlier: EarlierTicket | undefined, told: Emission): Emission[] {
  if (!earlier) return []
  const only = (actor: UserActor) => maySeeTicket(actor, earlier)
  return [{ ...told, rooms: [rooms.ticket(companyId, earlier.latest_id)], only }]
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
