import { useTranslation } from 'react-i18next'
import type { Transfer } from '../../../features/tickets/dialogs/index.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Apply } from './use-apply.ts'

/** Giving a ticket to a colleague or a queue, and back to its queue. */
export function useHandingOn(apply: Apply) {
  const { t } = useTranslation()
  return {
    transfer: (ticket: ListedTicket, { userId, queueId, note }: Transfer) => {
      const given = ticket.status === 'group' ? ('group' as const) : ('open' as const)
      const asked = userId === null ? { status: 'pending' as const, userId: null } : { status: given, userId }
      apply(
        ticket,
        { change: { ...asked, queueId, transferNote: note } },
        { onDone: () => toast.success(t('tickets.transferred')) },
      )
    },
    returnToQueue: (ticket: ListedTicket) => {
      const status = ticket.status === 'group' ? 'group' : 'pending'
      apply(
        ticket,
        { change: { status: 'pending', userId: null }, becomes: { status, userId: null, user: null } },
        { onDone: () => toast.success(t('tickets.returned')) },
      )
    },
  }
}
