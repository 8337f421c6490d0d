export {
  type FollowedList,
  type TicketState,
  followedLists,
  listOf,
  roomsOfList,
  roomsOfTicket,
  roomsOfTicks,
  roomsToFollow,
} from './audience.ts'
export { messageIsSeen, servedIsSeen, viewerParameters, ticketIsSeen } from './conditions.ts'
export { assertSeesCurrentTickets } from './current-tickets.ts'
export { seesAll } from './viewer.ts'
export { type SeenTicket, maySeeTicket, seesGroups, seesMaskedNumbers, seesWithoutQueue } from './may-see.ts'
