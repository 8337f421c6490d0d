import type { Card, ContactView, MessageView, TicketConflict, TicketView } from '@guiche/contract'
import { useState } from 'react'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import type { Shared } from '../dialogs/cards-dialog.tsx'

/** The open dialog of the workspace. */
export type OpenDialog =
  | { kind: 'accept' | 'reopen' | 'transfer' | 'close' | 'remove' | 'schedule' | 'log'; ticket: ListedTicket }
  | { kind: 'create'; card?: Card; contact?: ContactView }
  | { kind: 'cards'; onPicked: (contacts: Shared[]) => void }
  | { kind: 'forward'; messages: MessageView[]; onDone: () => void }
  | { kind: 'conflict'; conflict: TicketConflict; contactName: string; ticketId: number | undefined }

export interface Navigation {
  /** Shows a ticket, and the tab in which it is listed now. */
  open: (ticket: Pick<TicketView, 'uuid' | 'status'>) => void
  /** The user is done with the ticket: leaves it if it is open; after closing it, for the next one if the user chose so. */
  goOn: (ticket: ListedTicket, because: 'closed' | 'transferred') => void
  /** Opens the contact's tags. */
  showTags: (ticket: ListedTicket) => void
}

export interface Dialogs {
  dialog: OpenDialog | undefined
  show: (dialog: OpenDialog) => void
  dismiss: () => void
}

export function useDialogs(): Dialogs {
  const [dialog, setDialog] = useState<OpenDialog>()
  return { dialog, show: setDialog, dismiss: () => setDialog(undefined) }
}
