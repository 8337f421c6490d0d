import { useTranslation } from 'react-i18next'
import { departures } from '../../../features/tickets/departures.ts'
import type { Transfer } from '../../../features/tickets/dialogs/index.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Navigation } from './open-dialog.ts'
import type { Apply, Ask } from './use-apply.ts'

/** Giving a ticket to a colleague or a queue, and back to its queue. */
export function useHandingOn(apply: Apply, ask: Ask, goOn: Navigation['goOn']) {
  const { t } = useTranslation()
  return {
    transfer: (ticket: ListedTicket, { userId, queueId, note }: Transfer) =>
      ask(ticket, { kind: 'transfer', userId, queueId, transferNote: note }, () => goOn(ticket, 'transferred')),
    returnToQueue: (ticket: ListedTicket) => {
      const status = ticket.status === 'group' ? 'group' : 'pending'
      departures.expect(ticket.id)
      apply(
        ticket,
        { change: { status: 'pending', userId: null }, becomes: { status, userId: null, user: null } },
        { onDone: () => toast.success(t('tickets.returned')), onRefused: () => departures.cancel(ticket.id) },
      )
    },
  }
}
