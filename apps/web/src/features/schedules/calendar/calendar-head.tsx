import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { firstWeekday, toLanguage } from '../../../lib/languages.ts'
import styles from './calendar.module.css'
import { type CalendarView, type Day, stepped, weekOf } from './days.ts'
import { useDayNames } from './use-day-names.ts'

interface Props {
  view: CalendarView
  day: Day
  onDay: (day: Day) => void
}

/** The shown month, week or day, with steps to the others. */
export function CalendarHead({ view, day, onDay }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = useTitleOf(view, day)
  return (
    <div className={styles.head}>
      <ActionIcon aria-label={t(`schedules.calendar.previous.${view}`)} onClick={() => onDay(stepped(view, day, -1))}>
        <IconChevronLeft size={18} stroke={1.8} />
      </ActionIcon>
      <ActionIcon aria-label={t(`schedules.calendar.next.${view}`)} onClick={() => onDay(stepped(view, day, 1))}>
        <IconChevronRight size={18} stroke={1.8} />
      </ActionIcon>
      <Button variant="default" size="xs" onClick={() => onDay(format.day(Date.now()))}>
        {t('schedules.calendar.today')}
      </Button>
      <h2 aria-live="polite">{title}</h2>
    </div>
  )
}

function useTitleOf(view: CalendarView, day: Day): string {
  const { i18n } = useTranslation()
  const names = useDayNames()
  if (view === 'month') return names.month(day)
  if (view === 'day') return `${names.long(day)}, ${names.date(day)}`
  const week = weekOf(day, firstWeekday[toLanguage(i18n.language) ?? 'pt'])
  return `${names.date(week[0] ?? day)} – ${names.date(week.at(-1) ?? day)}`
}
