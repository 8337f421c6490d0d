import { api } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { call } from '../../../lib/api.ts'
import { useCompanySettings, useMe } from '../../../lib/session.ts'
import { randomId } from '../../../lib/uuid.ts'
import { greets } from './greets.ts'

/**
 * Sends a greeting when an attendant accepts a ticket (docs/requirements/workspace.md, section 4). Other clients of the
 * API send it themselves, so the server does not; it only fills in the variables (docs/requirements/service.md, section
 * 7).
 */
export function useGreeting(): (ticket: ListedTicket) => Promise<void> {
  const { t } = useTranslation()
  const me = useMe()
  const settings = useCompanySettings()

  return async (ticket) => {
    if (!greets(ticket, settings)) return
    // Other brackets for i18n, because the message's own variables use its usual ones.
    const body = t('tickets.greeting', { attendant: me.name, interpolation: { prefix: '[[', suffix: ']]' } })
    await call(api.postMessage, { params: { id: ticket.id }, body: { body, clientId: randomId() } })
  }
}
