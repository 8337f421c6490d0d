import type { Parts } from '#platform/parts'
import type { NumberCheck } from '#modules/contacts'
import { releaseTicketsOf } from './release-tickets.ts'
import { ticketsLive } from './tickets.live.ts'
import { ticketRoutes } from './tickets.routes.ts'
import type { Voice } from './voice.ts'

export { accessTicket, accessTicketForChange } from './access-ticket.ts'
export { type FollowedList, followedLists, roomsOfList, roomsOfTicket, roomsToFollow } from './audience.ts'
export { closeImportedTickets, tellImportedTickets } from './close-imported-tickets.ts'
export { type Destination, findOrCreateConversations, findOrCreateTickets } from './find-or-create-tickets.ts'
export { findOrImportTickets } from './import-tickets.ts'
export { markRead } from './mark-read.ts'
export { type Reached, openTicketWith, reachContact } from './reach-contact.ts'
export { type SpeakerPart, speakerOf } from './speaker.ts'
export { logRecovered, logTicket } from './ticket-log.ts'
export { placeOf } from './tickets.live.ts'
export { canRead } from './tickets.policy.ts'
export { presentTicket, presentTicketBrief } from './tickets.presenter.ts'
export { type LockedTicket, type TicketRow, findTickets, lockTicket } from './tickets.repository.ts'
export type { Voice } from './voice.ts'

export function registerTickets(parts: Parts, wiring: { voice: Voice; numbers: NumberCheck }): void {
  ticketRoutes(parts, wiring)
  ticketsLive(parts)
  releaseTicketsOf(parts)
}
