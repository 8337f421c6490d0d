import type { TicketConflict } from '@guiche/contract'
import { useMe } from '../../../lib/session.ts'
import type { Dialogs, Navigation } from './open-dialog.ts'

/** Opens the user's own ticket, or names the owner of somebody else's. */
export function useConflict({ show, dismiss }: Dialogs, open: Navigation['open']) {
  const me = useMe()
  return (conflict: TicketConflict, contactName: string, ticketId?: number) => {
    if (conflict.userId === me.id) {
      dismiss()
      open(conflict)
    } else show({ kind: 'conflict', conflict, contactName, ticketId })
  }
}
