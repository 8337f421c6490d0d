import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EventList } from '../../../ui/dialogs/event-list.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { mayAdminister } from '../../../lib/rights.ts'
import { useMe } from '../../../lib/session.ts'
import { ExchangeList } from './exchange-list.tsx'
import { LogIcon } from './log-icon.tsx'
import { useLogText } from '../../../lib/text/log-text.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { ticketLog } from '../tickets.api.ts'

/** What happened to a ticket, newest first; for admins also what services outside were asked. */
export function LogDialog({ ticket, onClose }: { ticket: ListedTicket; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = useLogText()
  const me = useMe()
  const log = useQuery(ticketLog(ticket.id))
  return (
    <Dialog title={t('tickets.dialog.log.title', { id: ticket.id })} onClose={onClose}>
      {log.isPending && <Skeleton height={160} aria-label={t('ui.loading')} />}
      {log.isError && (
        <Failure title={t('tickets.dialog.log.failed')} cause={causeOf(log.error)} onRetry={() => void log.refetch()} />
      )}
      {log.data && (
        <EventList
          events={log.data.map((entry) => ({
            id: entry.id,
            icon: <LogIcon type={entry.type} />,
            text: text(entry),
            at: entry.createdAt,
            time: format.dateTime(entry.createdAt),
          }))}
          empty={t('tickets.dialog.log.empty')}
        />
      )}
      {log.data && mayAdminister(me) && <ExchangeList ticketId={ticket.id} />}
    </Dialog>
  )
}
