import { useTranslation } from 'react-i18next'
import { useNow, waitedSince } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './moments.module.css'

/** From this time on it is amber, as in the ticket list. */
const late = 10 * 60_000

/** How long a customer has waited. It alone is drawn again as time passes. */
export function Waited({ since, text }: { since: string; text?: 'waited' | 'unansweredFor' }) {
  const { t } = useTranslation()
  const format = useFormat()
  const waited = waitedSince(since, useNow())
  const time = format.duration(waited)
  return (
    <span className={styles.waited} data-late={waited >= late}>
      {text ? t(`moments.${text}`, { time }) : time}
    </span>
  )
}
