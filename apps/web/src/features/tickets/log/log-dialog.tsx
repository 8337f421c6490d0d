import type { TicketLogView } from '@guiche/contract'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import styles from './log-dialog.module.css'
import { LogIcon } from './log-icon.tsx'
import { useLogText } from './log-text.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import { ticketLog } from '../tickets.api.ts'

/** What happened to a ticket, newest first. */
export function LogDialog({ ticket, onClose }: { ticket: ListedTicket; onClose: () => void }) {
  const { t } = useTranslation()
  const log = useQuery(ticketLog(ticket.id))
  return (
    <Dialog title={t('tickets.dialog.log.title', { id: ticket.id })} onClose={onClose}>
      {log.isPending && <Skeleton height={160} aria-label={t('ui.loading')} />}
      {log.isError && (
        <Failure title={t('tickets.dialog.log.failed')} cause={causeOf(log.error)} onRetry={() => void log.refetch()} />
      )}
      {log.data?.length === 0 && <p className={styles.empty}>{t('tickets.dialog.log.empty')}</p>}
      {log.data && (
        <ol className={styles.log}>
          {log.data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Entry({ entry }: { entry: TicketLogView }) {
  const format = useFormat()
  const text = useLogText()
  return (
    <li>
      <LogIcon type={entry.type} />
      <span>{text(entry)}</span>
      <time dateTime={entry.createdAt}>{format.dateTime(entry.createdAt)}</time>
    </li>
  )
}
