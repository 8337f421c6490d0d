import type { CampaignEnd } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './preview.module.css'

/** When the last message goes out, and how that was computed. */
export function EndOfCampaign({ end }: { end: CampaignEnd }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { startsAt, endsAt, perPerson, connections, hasQuestion } = end
  const seconds = (Date.parse(endsAt) - Date.parse(startsAt)) / 1000
  return (
    <section>
      <h3>{t('campaign-preview.end')}</h3>
      <p className={styles.figure}>
        <b>{format.dateTime(endsAt)}</b> <span>{t('campaign-preview.lasts', { time: format.lapse(seconds) })}</span>
      </p>
      <p className={styles.hint}>
        {t('campaign-preview.computed', {
          count: connections.length,
          seconds: format.number(Math.round(perPerson * 10) / 10),
          start: format.dateTime(startsAt),
        })}
        {hasQuestion && ` ${t('campaign-preview.endOfQuestions')}`}
      </p>
      {connections.length > 1 && (
        <ul className={styles.groups}>
          {connections.map(({ id, name, people }) => (
            <li key={id} className={styles.group}>
              <span>{name}</span>
              <b>{format.number(people)}</b>
            </li>
          ))}
        </ul>
      )}
      {connections
        .filter(({ isHeld }) => isHeld)
        .map(({ id, name, startsAt: from }) => (
          <p key={id} className={styles.warning}>
            {t('campaign-preview.held', { name, time: format.dateTime(from) })}
          </p>
        ))}
    </section>
  )
}
