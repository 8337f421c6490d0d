import { isServiceOver, isWaiting } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AcceptBar } from '../../../features/tickets/open-ticket/index.ts'
import { useTicketActions } from '../../../features/tickets/ticket-actions.ts'
import { Rating } from '../../../ui/marks/rating.tsx'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import styles from '../tickets-screen.module.css'

interface Props {
  ticket: ListedTicket
  isBlocked: boolean
  isConnectionDeleted: boolean
}

/** Shown in place of the composer when the user may not write: why, and what to do. */
export function ReadOnlyNotice({ ticket, isBlocked, isConnectionDeleted }: Props) {
  const { t } = useTranslation()
  const { reopen } = useTicketActions()
  if (isWaiting(ticket.status)) return <AcceptBar ticket={ticket} />
  const { status } = ticket
  if (!isServiceOver(status)) {
    const reason = isConnectionDeleted ? 'deleted' : isBlocked ? 'blocked' : status
    return <footer className={styles.shut}>{t(`tickets.shut.${reason}`, { name: ticket.whatsapp?.name ?? '' })}</footer>
  }
  return (
    <footer className={styles.shut}>
      {t(`tickets.shut.${status}`)}
      {status === 'closed' && ticket.userRating && <Rating rating={ticket.userRating} />}
      <Button size="xs" variant="default" leftSection={<IconRefresh size={15} />} onClick={() => reopen(ticket)}>
        {t('tickets.action.reopen')}
      </Button>
    </footer>
  )
}
