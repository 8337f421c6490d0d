import { useMessagesLive } from '../features/messages/use-messages-live.ts'
import { useTicketsLive } from '../features/tickets/use-tickets-live.ts'

/** Keeps cached tickets and conversations up to date, and sends what waits, whatever screen is open. */
export function TicketEffects() {
  useTicketsLive()
  useMessagesLive()
  return null
}
