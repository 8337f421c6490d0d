import type { CampaignReport } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Figure, Figures } from '../../ui/figures/figures.tsx'

/** Whom the campaign has reached. */
export function CampaignFigures({ report: { campaign, counts, reasons, optOuts } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const left = counts.total - counts.valid
  const leftOutByWish = reasons.reduce((sum, { reason, count }) => sum + (reason === 'optedOut' ? count : 0), 0)
  // Who has declined has answered too.
  const declined = reasons.reduce((sum, { reason, count }) => sum + (reason === 'declined' ? count : 0), 0)
  const answered = counts.states.answered + declined
  const share = (part: number, whole: number) => format.percent(whole > 0 ? part / whole : 0)
  return (
    <Figures label={t('campaign-report.figures')}>
      <Figure name={t('campaign-report.valid')} value={format.number(counts.valid)}>
        {t('campaign-report.leftOut', { count: left })}
      </Figure>
      {campaign.confirmation && (
        <>
          <Figure name={t('campaign-report.requested')} value={format.number(counts.requested)}>
            {t('campaign-report.ofValid', { share: share(counts.requested, counts.valid) })}
          </Figure>
          <Figure name={t('campaign-report.confirmed')} value={format.number(counts.confirmed)}>
            {t('campaign-report.ofRequested', { share: share(counts.confirmed, counts.requested) })}
          </Figure>
        </>
      )}
      <Figure name={t('campaign-report.delivered')} value={format.number(counts.reached)}>
        {t('campaign-report.ofValid', { share: share(counts.reached, counts.valid) })}
      </Figure>
      <Figure name={t('campaign-report.answered')} value={format.number(answered)}>
        {t('campaign-report.ofReached', {
          share: share(answered, campaign.confirmation ? counts.requested : counts.reached),
        })}
      </Figure>
      <Figure name={t('campaign-report.optedOut')} value={format.number(optOuts)}>
        {t('campaign-report.leftOutByWish', { count: leftOutByWish })}
      </Figure>
    </Figures>
  )
}
