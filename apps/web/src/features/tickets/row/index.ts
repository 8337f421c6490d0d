export { TicketRow } from './ticket-row.tsx'
