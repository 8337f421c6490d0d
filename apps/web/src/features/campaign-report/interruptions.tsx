import type { CampaignInterruption } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import styles from './campaign-report.module.css'
import { useInterruptionLine } from './use-interruption-line.ts'

/** What is marked on the chart of the pace, in words. */
export function Interruptions({ interruptions }: { interruptions: readonly CampaignInterruption[] }) {
  const { t } = useTranslation()
  const lineOf = useInterruptionLine()
  if (interruptions.length === 0) return null
  return (
    <ul className={styles.interruptions} aria-label={t('campaign-report.interruptions')}>
      {interruptions.map((interruption) => (
        <li key={`${interruption.kind} ${interruption.connection} ${interruption.since}`}>{lineOf(interruption)}</li>
      ))}
    </ul>
  )
}
