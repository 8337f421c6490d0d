import type { TicketView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { contactHasTags } from '../../../features/contacts/contacts.api.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useCompanySettings, useMe } from '../../../lib/session.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Dialogs } from './open-dialog.ts'
import type { Apply } from './use-apply.ts'

/** Closing a ticket, with or without a farewell, and ignoring one that waits. */
export function useClosing(apply: Apply, { show }: Dialogs, askForTag: (ticket: ListedTicket) => void) {
  const { t } = useTranslation()
  const me = useMe()
  const settings = useCompanySettings()

  async function start(ticket: ListedTicket) {
    const needsTag =
      settings.requiredTag === 'enabled' && !(ticket.contact.tags?.length || (await contactHasTags(ticket.contactId)))
    if (needsTag) askForTag(ticket)
    else show({ kind: 'close', ticket })
  }

  function tellClosed({ id, contact }: TicketView) {
    toast.success(t('tickets.closed'), { id: `closed-${id}`, text: `${contact.name} #${id}` })
  }

  return {
    startClosing: (ticket: ListedTicket) => void start(ticket).catch(() => show({ kind: 'close', ticket })),
    close: (ticket: ListedTicket, { sendsFarewell }: { sendsFarewell: boolean }) =>
      apply(
        ticket,
        { change: { status: 'closed', userId: me.id, ...(!sendsFarewell && { sendFarewellMessage: false }) } },
        { onDone: tellClosed },
      ),
    ignore: (ticket: ListedTicket) =>
      apply(
        ticket,
        { change: { status: 'closed', userId: me.id, sendFarewellMessage: false, amountUsedBotQueues: 0 } },
        { onDone: tellClosed },
      ),
  }
}
