import type { CampaignReport, CampaignStatus } from '@guiche/contract'
import { Alert, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type Tone, Status } from '../../ui/marks/status.tsx'
import styles from './campaign-report.module.css'
import { useReasonText } from './use-reason-text.ts'

const tones: Record<CampaignStatus, Tone> = {
  INATIVA: 'quiet',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'good',
  CANCELADA: 'warn',
  FINALIZADA: 'good',
}

/** Where it stands, and how many of the people it has reached. */
export function CampaignProgress({ report: { campaign, counts } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const reasonText = useReasonText()
  const share = counts.valid > 0 ? (100 * counts.reached) / counts.valid : 0
  return (
    <section className={styles.progress} aria-label={t('campaign-report.progress')}>
      <p>
        <Status tone={tones[campaign.status]}>{t(`campaign-report.status.${campaign.status}`)}</Status>
        <b>
          {t('campaign-report.reachedOf', {
            reached: format.number(counts.reached),
            valid: format.number(counts.valid),
          })}
        </b>
      </p>
      <Progress size={7} value={share} aria-label={t('campaign-report.progress')} transitionDuration={400} />
      {campaign.failure !== null && (
        <Alert color="red" mt="sm">
          {reasonText(campaign.failure)}
        </Alert>
      )}
    </section>
  )
}
