import type { ConnectionView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openTicketsOf } from '../../features/tickets/tickets.api.ts'

/** How many tickets of the connection are not closed; nothing until that is known, and if there are none. */
export function OpenTickets({ connection: { id } }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const { data: count = 0 } = useQuery(openTicketsOf(id))
  return count > 0 && <p>{t('connections.deleteTickets', { count })}</p>
}
