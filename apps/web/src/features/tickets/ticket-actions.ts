import { createContext, use } from 'react'
import type { ListedTicket } from './ticket-lists.ts'

/** All actions on a ticket, from row, head, bar or shortcut. They open their dialogs themselves. */
export interface TicketActions {
  accept: (ticket: ListedTicket) => void
  ignore: (ticket: ListedTicket) => void
  transfer: (ticket: ListedTicket) => void
  returnToQueue: (ticket: ListedTicket) => void
  close: (ticket: ListedTicket) => void
  reopen: (ticket: ListedTicket) => void
  remove: (ticket: ListedTicket) => void
  toggleIntegration: (ticket: ListedTicket) => void
  schedule: (ticket: ListedTicket) => void
  call: (ticket: ListedTicket) => void
  showLog: (ticket: ListedTicket) => void
  create: () => void
  closeAll: () => void
}

export const TicketActionsContext = createContext<TicketActions | undefined>(undefined)

export function useTicketActions(): TicketActions {
  const actions = use(TicketActionsContext)
  if (!actions) throw new Error('useTicketActions works only inside of TicketsScreen')
  return actions
}
