import type { CampaignInterruption } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './campaign-report.module.css'

/** What is marked on the chart of the pace, in words. */
export function Interruptions({ interruptions }: { interruptions: readonly CampaignInterruption[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (interruptions.length === 0) return null
  return (
    <ul className={styles.interruptions} aria-label={t('campaign-report.interruptions')}>
      {interruptions.map(({ kind, connection, since, until }) => {
        const span = until === null ? undefined : format.span({ since, until })
        const what = t(`campaign-report.interruption.${kind}`, { connection: connection ?? '' })
        return (
          <li key={`${kind} ${connection} ${since}`}>
            {span
              ? t('campaign-report.interruptedFrom', { ...span, what })
              : t('campaign-report.interruptedSince', { since: format.dateTime(since), what })}
          </li>
        )
      })}
    </ul>
  )
}
