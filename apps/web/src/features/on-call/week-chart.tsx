import type { OnCallView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import styles from './on-call.module.css'
import { hourOf, shareOf, weekOf } from './week.ts'
import { weekdayKey } from './on-call-values.ts'

/** The week as it is covered, with the hours when nobody is called. */
export function WeekChart({ roster }: { roster: OnCallView[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.week} aria-labelledby="on-call-week">
      <h2 id="on-call-week">{t('on-call.week')}</h2>
      <p className={styles.hint}>{t('on-call.weekHint')}</p>
      <ul>
        {weekOf(roster).map(({ weekdayEn, people, gaps }) => (
          <li key={weekdayEn} className={styles.weekDay}>
            <span>{t(`hours.days.${weekdayKey(weekdayEn)}`)}</span>
            <span className={styles.bar} aria-hidden>
              {people.map(({ id, name, isSecond, from, to }) => (
                <span
                  key={`${id} ${from}`}
                  className={styles.span}
                  data-is={isSecond ? 'second' : 'first'}
                  style={{ left: shareOf(from), width: shareOf(to - from) }}
                  title={`${name} ${hourOf(from)}–${hourOf(to)}`}
                />
              ))}
            </span>
            <span className={styles.gaps} data-is={gaps.length > 0 ? 'open' : 'covered'}>
              {gaps.length === 0
                ? t('on-call.covered')
                : t('on-call.gaps', { hours: gaps.map(({ from, to }) => `${hourOf(from)}–${hourOf(to)}`).join(', ') })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
