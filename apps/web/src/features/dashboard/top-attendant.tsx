import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import type { OpenedNumber, Query } from './dashboard-choice.ts'
import { dashboardAttendants, topAttendants } from './dashboard.api.ts'
import styles from './dashboard.module.css'

interface Props {
  query: Query
  onOpen: (number: OpenedNumber) => void
}

/** Who has finished the most. */
export function TopAttendant({ query, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [top] = useQuery(topAttendants(query)).data ?? []
  const attendant = useQuery(dashboardAttendants(query)).data?.find(({ id }) => id === top?.userId)
  if (!top) return null
  return (
    <button type="button" className={styles.top} onClick={() => onOpen({ name: 'finished', userId: top.userId })}>
      <Avatar name={top.name} size={40} online={attendant?.online ?? false} />
      <span>
        <small>{t('dashboard.attendants.top')}</small>
        <b className="cut">{top.name}</b>
      </span>
      <span className={styles.right}>
        {attendant && attendant.countRating > 0 && <b>{format.number(Math.round(attendant.rating * 10) / 10)}</b>}
        <small>
          {t('dashboard.attendants.finished', { count: top.quantidade, number: format.number(top.quantidade) })}
        </small>
      </span>
    </button>
  )
}
