import { api } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { call } from '../../lib/api.ts'
import { useCompanySettings, useMe } from '../../lib/session.ts'
import { randomId } from '../../lib/uuid.ts'

/**
 * What is said to the customer when an attendant accepts (docs/requirements/workspace.md, section 4). Clients of the family say it
 * themselves, so the server does not; it fills in the variables (docs/requirements/service.md, section 7).
 */
export function useGreeting(): (ticket: ListedTicket) => Promise<void> {
  const { t } = useTranslation()
  const me = useMe()
  const { sendGreetingAccepted } = useCompanySettings()

  return async (ticket) => {
    const isOneToOne = !ticket.isGroup || ticket.whatsapp?.groupAsTicket === 'enabled'
    if (sendGreetingAccepted !== 'enabled' || ticket.status !== 'pending' || !isOneToOne) return
    // The variables of the message look like those of the texts: these are in other brackets.
    const body = t('tickets.greeting', { attendant: me.name, interpolation: { prefix: '[[', suffix: ']]' } })
    await call(api.postMessage, { params: { id: ticket.id }, body: { body, clientId: randomId() } })
  }
}
