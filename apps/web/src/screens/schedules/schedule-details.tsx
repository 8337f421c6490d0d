import type { ScheduleView } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionList } from '../../features/connections/connections.api.ts'
import { FileName } from '../../features/schedules/attachment-field.tsx'
import { ScheduleState, useScheduleFailure, useScheduleHold } from '../../features/schedules/schedule-status.tsx'
import { useFormat, writtenDay } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './schedules-screen.module.css'

export function ScheduleDetails({ schedule, onClose }: { schedule: ScheduleView; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const failure = useScheduleFailure()(schedule)
  const hold = useScheduleHold()(schedule)
  const connections = useQuery(connectionList).data ?? []
  const { contact, user, sendAt, sentAt, body, whatsappId, recurrence, recursUntil, mediaName, mediaSize, mediaUrl } =
    schedule
  const connection = connections.find(({ id }) => id === whatsappId)?.name ?? t('schedules.dialog.usualConnection')
  const how = t(`schedules.recurrence.${recurrence}`)
  const last = recursUntil && writtenDay(recursUntil)

  return (
    <Dialog title={t('schedules.look')} onClose={onClose} size={520}>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {hold && (
        <Alert color="yellow" role="status">
          {hold}
        </Alert>
      )}
      <p className={styles.text}>{body}</p>
      <dl className={styles.details}>
        <Line name={t('schedules.state')}>
          <ScheduleState {...schedule} />
        </Line>
        <Line name={t('schedules.contact')}>{contact.name}</Line>
        <Line name={t('schedules.sendAt')}>{format.dateTime(sendAt)}</Line>
        {sentAt && <Line name={t('schedules.sentAt')}>{format.dateTime(sentAt)}</Line>}
        <Line name={t('schedules.dialog.connection')}>{connection}</Line>
        <Line name={t('schedules.dialog.recurrence')}>
          {last ? t('schedules.dialog.repeatsUntil', { how, date: last }) : how}
        </Line>
        <Line name={t('schedules.author')}>{user.name}</Line>
        {mediaName !== null && (
          <Line name={t('schedules.dialog.file')}>
            <FileName name={mediaName} size={mediaSize} url={mediaUrl ?? undefined} />
          </Line>
        )}
      </dl>
    </Dialog>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
