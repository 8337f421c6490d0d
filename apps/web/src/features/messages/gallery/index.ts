export { TicketMedia } from './ticket-media.tsx'
