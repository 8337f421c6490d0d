import type { ListedCampaign } from '@guiche/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './reached-bar.module.css'

const colors: Partial<Record<ListedCampaign['status'], string>> = { CANCELADA: 'red', FINALIZADA: 'var(--g-text-3)' }

/** How many of its people a campaign has reached, once it has begun to. */
export function ReachedBar({ campaign: { status, counts } }: { campaign: ListedCampaign }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (counts.reached === 0) return null
  const text = t('campaigns.reached', { reached: format.number(counts.reached), valid: format.number(counts.valid) })
  return (
    <Progress
      className={styles.bar}
      size={4}
      color={colors[status] ?? 'green'}
      value={(100 * counts.reached) / Math.max(counts.valid, 1)}
      aria-label={text}
      title={text}
      transitionDuration={400}
    />
  )
}
