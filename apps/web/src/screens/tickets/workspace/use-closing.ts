import { contactHasTags } from '../../../features/contacts/contacts.api.ts'
import type { Closing } from '../../../features/tickets/dialogs/index.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useCompanySettings } from '../../../lib/session.ts'
import type { Dialogs, Navigation } from './open-dialog.ts'
import type { Ask } from './use-apply.ts'

/** Closing a ticket, with or without a rating or a farewell, and ignoring one that waits. */
export function useClosing(
  ask: Ask,
  { show }: Dialogs,
  { askForTag, goOn }: { askForTag: (ticket: ListedTicket) => void; goOn: Navigation['goOn'] },
) {
  const settings = useCompanySettings()

  async function start(ticket: ListedTicket) {
    const needsTag =
      settings.requiredTag === 'enabled' && !(ticket.contact.tags?.length || (await contactHasTags(ticket.contactId)))
    if (needsTag) askForTag(ticket)
    else show({ kind: 'close', ticket })
  }

  return {
    startClosing: (ticket: ListedTicket) => void start(ticket).catch(() => show({ kind: 'close', ticket })),
    close: (ticket: ListedTicket, { sendsFarewell, asksRating }: Closing) =>
      ask(ticket, { kind: 'close', sendFarewellMessage: sendsFarewell, asksRating }, () => goOn(ticket, 'closed')),
    ignore: (ticket: ListedTicket) => ask(ticket, { kind: 'ignore' }, () => goOn(ticket, 'closed')),
  }
}
