import type { ScheduleView } from '@guiche/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { firstWeekday, toLanguage } from '../../../lib/languages.ts'
import { type CalendarView, type Day, weekOf, weeksOfMonth } from './days.ts'
import { DayView } from './day-view.tsx'
import { MonthView } from './month-view.tsx'
import { WeekView } from './week-view.tsx'

export interface DaysProps {
  today: Day
  of: (day: Day) => ScheduleView[]
  onOpen: (schedule: ScheduleView) => void
  /** Shows one day. */
  onDay: (day: Day) => void
}

interface Props extends Pick<DaysProps, 'onOpen' | 'onDay'> {
  view: CalendarView
  day: Day
  /** In the order of their times. */
  schedules: readonly ScheduleView[]
}

/** Scheduled messages by day, in the company's time zone. */
export function Calendar({ view, day, schedules, ...actions }: Props) {
  const { i18n } = useTranslation()
  const format = useFormat()
  const first = firstWeekday[toLanguage(i18n.language) ?? 'pt']
  const byDay = useMemo(() => Map.groupBy(schedules, ({ sendAt }) => format.day(sendAt)), [schedules, format])
  const days: DaysProps = { ...actions, today: format.day(useNow()), of: (one) => byDay.get(one) ?? [] }

  if (view === 'month') return <MonthView {...days} month={day} weeks={weeksOfMonth(day, first)} />
  if (view === 'week') return <WeekView {...days} week={weekOf(day, first)} />
  return <DayView schedules={days.of(day)} onOpen={actions.onOpen} />
}
