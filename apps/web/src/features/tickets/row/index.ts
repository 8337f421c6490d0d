export { Rating } from './rating.tsx'
export { TicketRow } from './ticket-row.tsx'
