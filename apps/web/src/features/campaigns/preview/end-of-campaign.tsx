import type { CampaignEnd } from '@guiche/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './preview.module.css'

/** When the last message goes out, and how that was computed. */
export function EndOfCampaign({ end }: { end: CampaignEnd }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { startsAt, endsAt, unknown, limitedBy, perPerson, connections, hasQuestion } = end
  return (
    <section>
      <h3>{t('campaign-preview.end')}</h3>
      <p className={styles.figure}>
        {endsAt === null ? (
          <b>{t('campaign-preview.noEnd')}</b>
        ) : (
          <>
            <b>{format.dateTime(endsAt)}</b>{' '}
            <span>{t('campaign-preview.lasts', { time: format.lapse(secondsBetween(startsAt, endsAt)) })}</span>
          </>
        )}
      </p>
      {unknown === 'tooLong' && <p className={styles.warning}>{t('campaign-preview.tooLong')}</p>}
      {endsAt !== null && limitedBy && <p className={styles.hint}>{t(`campaign-preview.limitedBy.${limitedBy}`)}</p>}
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
      {connections.map(({ id, name, startsAt: from, isHeld, isPaused }) => (
        <Fragment key={id}>
          {isPaused && <p className={styles.warning}>{t('campaign-preview.paused', { name })}</p>}
          {isHeld && from !== null && (
            <p className={styles.warning}>{t('campaign-preview.held', { name, time: format.dateTime(from) })}</p>
          )}
        </Fragment>
      ))}
    </section>
  )
}

const secondsBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 1000
