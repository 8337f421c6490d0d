import type { OnCallView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import styles from './on-call.module.css'
import { weekdayKey } from './on-call-values.ts'

/** The shifts of a person, a line each; days with the same shift that follow each other share one. */
export function ShiftLines({ days }: { days: OnCallView['days'] }) {
  const { t } = useTranslation()
  const name = (day: OnCallView['days'][number]) => t(`hours.days.${weekdayKey(day.weekdayEn)}`)
  return (
    <ul className={styles.lines}>
      {runsOf(days).map(({ first, last }) => (
        <li key={first.weekdayEn}>
          {first === last ? name(first) : t('on-call.days', { first: name(first), last: name(last) })}{' '}
          <span className={styles.times}>
            {first.startTime}–{first.endTime}
          </span>
        </li>
      ))}
    </ul>
  )
}

type Day = OnCallView['days'][number]

function runsOf(days: Day[]): { first: Day; last: Day }[] {
  const runs: { first: Day; last: Day }[] = []
  let before: Day | undefined
  for (const day of days) {
    const run = runs.at(-1)
    const isSame = before === run?.last && before?.startTime === day.startTime && before?.endTime === day.endTime
    if (day.startTime && day.endTime) {
      if (run && isSame) run.last = day
      else runs.push({ first: day, last: day })
    }
    before = day
  }
  return runs
}
