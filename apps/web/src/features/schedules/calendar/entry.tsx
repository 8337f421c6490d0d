import type { ScheduleView } from '@guiche/contract'
import { IconAlertCircle, IconCheck, IconClock, IconPaperclip, IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useScheduleState } from '../schedule-status.tsx'
import styles from './calendar.module.css'

interface Props {
  schedule: ScheduleView
  onOpen: (schedule: ScheduleView) => void
  /** Shows the text below time and contact. */
  isWordy?: boolean
}

/** One scheduled message in the calendar. */
export function Entry({ schedule, onOpen, isWordy = false }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const state = useScheduleState()
  const { status, isLate, sendAt, contact, body, recurrence, mediaName } = schedule
  const time = format.time(sendAt)
  return (
    <button
      type="button"
      className={styles.entry}
      data-status={status}
      data-late={isLate}
      aria-label={`${time} ${contact.name}: ${body} (${state(schedule)})`}
      onClick={() => onOpen(schedule)}
    >
      <span className={styles.entryHead}>
        <StatusIcon status={status} />
        <time>{time}</time>
        <span className="cut">{contact.name}</span>
        {mediaName !== null && <IconPaperclip size={12} stroke={1.8} aria-label={t('schedules.withFile')} role="img" />}
        {recurrence !== 'none' && (
          <IconRepeat size={12} stroke={1.8} aria-label={t(`schedules.recurrence.${recurrence}`)} role="img" />
        )}
      </span>
      {isWordy && <span className={styles.words}>{body}</span>}
    </button>
  )
}

function StatusIcon({ status }: Pick<ScheduleView, 'status'>) {
  const Icon = status === 'ERRO' ? IconAlertCircle : status === 'ENVIADA' ? IconCheck : IconClock
  return <Icon className={styles.mark} size={13} stroke={2} aria-hidden />
}
