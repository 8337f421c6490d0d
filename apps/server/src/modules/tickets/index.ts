import type { Deps } from '#platform/deps'
import { removeOld } from '#platform/work/retention'
import { removeOldAccesses } from './counted/accesses.repository.ts'
import { releaseTicketsOf } from './release-tickets.ts'
import { ticketsLive } from './tickets.live.ts'
import { ticketRoutes } from './tickets.routes.ts'

export { accessTicket, accessTicketForChange, mayCall } from './access-ticket.ts'
export {
  hasRated,
  isRatingOverdue,
  keepComment,
  keepRating,
  reassignAttendances,
  scaleOf,
  wasJustAskedForRating,
} from './attendances.repository.ts'
export { beginTickets } from './begin-tickets.ts'
export { type BotMemory, adjustBot, keepBotMemories, keepBotMemory, readBotMemory } from './bot-memory.ts'
export { awaitRating, closeInactive, closeTicket } from './close-ticket.ts'
export {
  changePreview,
  clearUnread,
  markAnswered,
  mergeLastMessage,
  previewsOf,
  restorePreviews,
} from './last-message.repository.ts'
export { type MovableTicket, type Move, moveTicket, moveTickets, servedStatus, waitingStatus } from './move-ticket.ts'
export { acceptTicket, returnToQueue, transferToQueue, transferToUser } from './serve-ticket.ts'
export { type FoundPart, foundPart, presentFound, searchedLength } from './found-text.ts'
export { conflict } from './ticket-conflict.ts'
export { inQueues } from './list-tickets.ts'
export { type LogEntry, logRecovered, logTicket, logTickets } from './ticket-log.ts'
export { listChangedDays, markWaits, unmarkDay } from './counted/changed-days.repository.ts'
export { stateOf } from './tickets.live.ts'
export { insertWaits, keepServiceTime, noWaits } from './counted/waits.repository.ts'
export { presentTicket, presentTicketBrief, presentTicketTo } from './tickets.presenter.ts'
export {
  type LockedTicket,
  type TicketRow,
  countWaiting,
  findTicket,
  findTickets,
  keepTransferNote,
  lockTicket,
  lockTickets,
  lockUnclosedTicket,
  lockTicketsInOrder,
  markTransferSeen,
  selectTickets,
} from './tickets.repository.ts'
export {
  type EarlierTicket,
  findEarlier,
  markLatest,
  putTickets,
  reassignTickets,
  removeTicket,
} from './tickets-of-conversation.repository.ts'

export function registerTickets(deps: Deps): void {
  ticketRoutes(deps)
  ticketsLive(deps)
  releaseTicketsOf(deps)
  deps.jobs.defineTimer('tickets.accesses', '27 3 * * *', () =>
    removeOld(deps, 'accesses to tickets', removeOldAccesses),
  )
}
