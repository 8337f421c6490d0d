import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow, waitedSince } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { Rating } from '../../../ui/marks/rating.tsx'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './ticket-row.module.css'

/** From this time on the clock is amber. */
const late = 10 * 60_000

/** The waiting time of the customer; for a closed ticket, its rating. */
export function RowWaiting({ ticket }: { ticket: ListedTicket }) {
  if (ticket.status === 'closed')
    return ticket.userRating && <Rating rating={ticket.userRating} className={styles.rating} />
  return ticket.waitingSince && <Clock since={ticket.waitingSince} />
}

function Clock({ since }: { since: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const waited = waitedSince(since, useNow())
  return (
    <span className={styles.waiting} data-late={waited >= late} title={t('tickets.row.waiting')}>
      <IconClock size={13} stroke={2} role="img" aria-label={t('tickets.row.waiting')} />
      {format.duration(waited)}
    </span>
  )
}
