import type { CampaignReason, CampaignReport } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './campaign-report.module.css'
import { Line } from './details.tsx'
import { useReasonText } from './use-reason-text.ts'

interface Props {
  report: CampaignReport
  isRepeating: boolean
  /** Makes a campaign to those who failed. */
  onRepeat: () => void
}

const groups = ['failed', 'uncertain', 'skipped'] as const

/** Who got no message, and why. */
export function Reasons({ report: { campaign, counts, reasons }, isRepeating, onRepeat }: Props) {
  const { t } = useTranslation()
  const { failed } = counts.states
  if (reasons.length === 0 && counts.doubles === 0)
    return (
      <section className={styles.box} aria-label={t('campaign-report.undelivered')}>
        <h2>{t('campaign-report.undelivered')}</h2>
        <p>{t(campaign.status === 'FINALIZADA' ? 'campaign-report.allDelivered' : 'campaign-report.nothingFailed')}</p>
      </section>
    )
  return (
    <section className={styles.box} aria-label={t('campaign-report.undelivered')}>
      {groups.map((state) => (
        <Group key={state} state={state} reasons={reasons} doubles={state === 'skipped' ? counts.doubles : 0} />
      ))}
      {failed > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefreshAlert size={16} />}
          loading={isRepeating}
          onClick={onRepeat}
        >
          {t('campaign-report.repeat', { count: failed })}
        </Button>
      )}
    </section>
  )
}

interface GroupProps {
  state: CampaignReason['state']
  reasons: readonly CampaignReason[]
  doubles: number
}

function Group({ state, reasons, doubles }: GroupProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const reasonText = useReasonText()
  const own = reasons.filter((one) => one.state === state)
  if (own.length === 0 && doubles === 0) return null
  return (
    <>
      <h2>{t(`campaign-report.group.${state}`)}</h2>
      <dl>
        {own.map(({ reason, count }) => (
          <Line key={reason} name={reasonText(reason)}>
            {format.number(count)}
          </Line>
        ))}
        {doubles > 0 && <Line name={t('campaign-report.reasons.double')}>{format.number(doubles)}</Line>}
      </dl>
    </>
  )
}
