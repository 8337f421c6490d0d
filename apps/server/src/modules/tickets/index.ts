import type { Deps } from '#platform/deps'
import { releaseTicketsOf } from './release-tickets.ts'
import { ticketsLive } from './tickets.live.ts'
import { ticketRoutes } from './tickets.routes.ts'
import type { AutoReplies } from './auto-replies.ts'

export { accessTicket, accessTicketForChange } from './access-ticket.ts'
export { giveAttendances } from './attendances.repository.ts'
export { beginTickets } from './begin-tickets.ts'
export { changeTicket, conflict } from './change-ticket.ts'
export { closeTicket } from './close-ticket.ts'
export { changePreview, noteAnswered, noteRead, takeOverMessages } from './last-message.repository.ts'
export { type Standing, moveTickets, waitingStatus } from './move-ticket.ts'
export { logRecovered, logTicket } from './ticket-log.ts'
export { stateOf } from './tickets.live.ts'
export { presentTicket, presentTicketBrief, presentTicketTo } from './tickets.presenter.ts'
export { type LockedTicket, type TicketRow, findTicket, findTickets, lockTicket } from './tickets.repository.ts'
export { giveTickets, markLatest, removeTicket } from './tickets-of-conversation.repository.ts'
export type { AutoReplies } from './auto-replies.ts'

export function registerTickets(deps: Deps, { autoReplies }: { autoReplies: AutoReplies }): void {
  ticketRoutes(deps, autoReplies)
  ticketsLive(deps)
  releaseTicketsOf(deps)
}
