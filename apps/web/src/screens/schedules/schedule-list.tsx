import type { ScheduleView } from '@guiche/contract'
import { IconCalendarEvent, IconPaperclip, IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayChange } from '../../features/schedules/may-change.ts'
import { ScheduleState, useScheduleFailure, useScheduleHold } from '../../features/schedules/schedule-status.tsx'
import { useDeleteSchedule, useScheduleList } from '../../features/schedules/schedules.api.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'
import styles from './schedules-screen.module.css'
import type { ViewProps } from './schedules-screen.tsx'

export function ScheduleList({ userId, tools, add, onOpen }: ViewProps) {
  const { t } = useTranslation()
  const me = useMe()
  const format = useFormat()
  const [text, setText] = useState('')
  const schedules = useScheduleList({ searchParam: text, userId })
  const remove = useDeleteSchedule()

  return (
    <ListPage
      title={t('schedules.title')}
      list={listOf(schedules, (page) => page.schedules)}
      columns={useColumns()}
      rowKey={({ id }) => id}
      rowName={({ contact, sendAt }) => `${contact.name}, ${format.dateTime(sendAt)}`}
      search={{ label: t('schedules.search'), value: text, onChange: setText }}
      filters={tools}
      actions={add('filled')}
      empty={{
        icon: <IconCalendarEvent size={32} stroke={1.3} />,
        title: t('schedules.empty'),
        text: t('schedules.emptyText'),
        actions: add('default'),
      }}
      onEdit={onOpen}
      onDelete={(schedule) => remove.mutateAsync(schedule)}
      canDelete={(schedule) => mayChange(schedule, me)}
      deleteText={({ recurrence }) => t(recurrence === 'none' ? 'schedules.deleteText' : 'schedules.deleteSeriesText')}
    />
  )
}

function useColumns(): Column<ScheduleView>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'contact', title: t('schedules.contact'), card: 'head', cell: ({ contact }) => <b>{contact.name}</b> },
    { key: 'body', title: t('schedules.body'), cell: (schedule) => <Words {...schedule} /> },
    {
      key: 'sendAt',
      title: t('schedules.sendAt'),
      cell: ({ sendAt }) => <time className={styles.time}>{format.dateTime(sendAt)}</time>,
    },
    { key: 'status', title: t('schedules.state'), cell: (schedule) => <State {...schedule} /> },
    { key: 'user', title: t('schedules.author'), isExtra: true, cell: ({ user }) => user.name },
  ]
}

function Words({ body, mediaName, recurrence }: ScheduleView) {
  const { t } = useTranslation()
  return (
    <span className={styles.words}>
      <span className="cut-lines">{body}</span>
      {mediaName !== null && <IconPaperclip size={14} stroke={1.7} role="img" aria-label={t('schedules.withFile')} />}
      {recurrence !== 'none' && (
        <IconRepeat size={14} stroke={1.7} role="img" aria-label={t(`schedules.recurrence.${recurrence}`)} />
      )}
    </span>
  )
}

function State(schedule: ScheduleView) {
  const failure = useScheduleFailure()(schedule)
  const hold = useScheduleHold()(schedule)
  return (
    <>
      <ScheduleState {...schedule} />
      {failure && <small>{failure}</small>}
      {hold && <small>{hold}</small>}
    </>
  )
}
