import type { ReportRow, ReportStatus } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/list-page/list-page.tsx'
import { Rating } from '../../ui/marks/rating.tsx'
import { type Tone, Status } from '../../ui/marks/status.tsx'
import { useHours } from '../../ui/text/hours.ts'
import type { ReportTab } from './report-choice.ts'
import styles from './reports.module.css'

const tones: Record<ReportStatus, Tone> = {
  ABERTO: 'good',
  FECHADO: 'quiet',
  PENDENTE: 'warn',
  GRUPO: 'info',
  NPS: 'info',
  LGPD: 'info',
}

const words = {
  ABERTO: 'open',
  FECHADO: 'closed',
  PENDENTE: 'pending',
  GRUPO: 'group',
  NPS: 'nps',
  LGPD: 'lgpd',
} as const satisfies Record<ReportStatus, string>

type ColumnName =
  | 'id'
  | 'contact'
  | 'user'
  | 'queue'
  | 'connection'
  | 'status'
  | 'created'
  | 'closed'
  | 'wait'
  | 'support'
  | 'total'
  | 'rating'
  | 'comment'

const ofTab: Record<ReportTab, readonly ColumnName[]> = {
  tickets: ['id', 'contact', 'connection', 'user', 'queue', 'status', 'created', 'closed', 'support', 'rating'],
  groups: ['id', 'contact', 'connection', 'user', 'queue', 'status', 'created', 'closed'],
  duration: ['id', 'contact', 'user', 'queue', 'status', 'created', 'wait', 'support', 'total'],
  ratings: ['id', 'contact', 'user', 'queue', 'closed', 'rating', 'comment'],
}

export function useReportColumns(tab: ReportTab): Column<ReportRow>[] {
  const { t } = useTranslation()
  const hours = useHours()
  const timeOf = (seconds: number | null) => (seconds === null ? '–' : hours(seconds))
  const columns: Record<ColumnName, Omit<Column<ReportRow>, 'key' | 'title'>> = {
    id: {
      width: 76,
      cell: ({ ticketId, uuid }) => (
        <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} className={styles.ticket ?? ''}>
          <span className="aloud">{t('reports.openTicket')} </span>
          {ticketId}
        </Link>
      ),
    },
    contact: {
      card: 'head',
      width: '24%',
      cell: ({ contactName, lastMessage }) => (
        <>
          <b>{contactName}</b>
          {lastMessage && (
            <small>
              <span className="cut-lines">{lastMessage}</span>
            </small>
          )}
        </>
      ),
    },
    connection: { isExtra: true, cell: ({ whatsappName }) => whatsappName },
    user: { cell: ({ userName }) => userName ?? '–' },
    queue: { cell: ({ queueName }) => queueName ?? '–' },
    status: { cell: ({ status }) => <Status tone={tones[status]}>{t(`tickets.status.${words[status]}`)}</Status> },
    created: { width: 140, cell: ({ createdAt }) => <span className={styles.time}>{createdAt}</span> },
    closed: { width: 140, cell: ({ closedAt }) => <span className={styles.time}>{closedAt ?? '–'}</span> },
    wait: { isNumeric: true, cell: ({ waitSeconds }) => timeOf(waitSeconds) },
    support: { isNumeric: true, cell: ({ supportSeconds }) => timeOf(supportSeconds) },
    total: { isNumeric: true, cell: ({ totalSeconds }) => timeOf(totalSeconds) },
    rating: {
      isExtra: tab === 'tickets',
      cell: ({ NPS: rate, ratingBest: best }) =>
        rate === null || best === null ? '–' : <Rating rating={{ rate, best }} />,
    },
    comment: {
      width: '26%',
      cell: ({ ratingComment }) =>
        ratingComment === null ? (
          '–'
        ) : (
          <span className="cut-lines" title={ratingComment}>
            {ratingComment}
          </span>
        ),
    },
  }
  return ofTab[tab].map((key) => ({ key, title: t(`reports.columns.${key}`), ...columns[key] }))
}
