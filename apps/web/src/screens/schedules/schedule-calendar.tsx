import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Calendar, CalendarHead, type CalendarView, rangeOf } from '../../features/schedules/calendar/index.ts'
import { useScheduleCalendar } from '../../features/schedules/schedules.api.ts'
import { causeOf } from '../../lib/api-error.ts'
import { firstWeekday, toLanguage } from '../../lib/languages.ts'
import { Page } from '../../ui/page/page.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import styles from './schedules-screen.module.css'
import type { ViewProps } from './schedules-screen.tsx'

interface Props extends ViewProps {
  view: CalendarView
  day: string
  onShow: (change: { view?: CalendarView; day: string }) => void
}

export function ScheduleCalendar({ view, day, userId, tools, add, onOpen, onShow }: Props) {
  const { t, i18n } = useTranslation()
  const first = firstWeekday[toLanguage(i18n.language) ?? 'pt']
  const { schedules, error, isPending, refetch } = useScheduleCalendar({ ...rangeOf(view, day, first), userId })

  return (
    <Page
      title={t('schedules.title')}
      tools={
        <>
          {tools}
          {add('filled')}
        </>
      }
    >
      <CalendarHead view={view} day={day} onDay={(next) => onShow({ day: next })} />
      {isPending && <Waiting />}
      {!schedules && error && <Failure cause={causeOf(error)} onRetry={() => void refetch()} />}
      {schedules?.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('schedules.calendar.nothing')}
        </p>
      )}
      {schedules && (
        <Calendar
          view={view}
          day={day}
          schedules={schedules}
          onOpen={onOpen}
          onDay={(next) => onShow({ view: 'day', day: next })}
        />
      )}
    </Page>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-busy aria-label={t('ui.loading')}>
      {Array.from({ length: 35 }, (_, index) => (
        <Skeleton key={index} height="100%" />
      ))}
    </div>
  )
}
