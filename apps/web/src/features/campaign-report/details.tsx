import type { CampaignPace, CampaignReport } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './campaign-report.module.css'
import { campaignPace } from './campaign-report.api.ts'

/** What was set, and when it ends. */
export function CampaignDetails({ report: { campaign, startedAt, expectedAt } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const format = useFormat()
  const pace = useQuery(campaignPace)
  const paceText = usePaceText()
  const { whatsapps, scheduledAt, completedAt } = campaign
  return (
    <section className={styles.box} aria-label={t('campaign-report.details')}>
      <h2>{t('campaign-report.details')}</h2>
      <dl>
        <Line name={t('campaign-report.connection', { count: whatsapps.length })}>
          {whatsapps.map(({ name }) => name).join(', ') || t('campaign-report.undefined')}
        </Line>
        <Line name={t('campaign-report.contactList')}>{campaign.audienceName || t('campaign-report.undefined')}</Line>
        <Line name={t('campaign-report.scheduled')}>
          {scheduledAt === null ? t('campaign-report.unscheduled') : format.dateTime(scheduledAt)}
        </Line>
        {startedAt !== null && <Line name={t('campaign-report.started')}>{format.dateTime(startedAt)}</Line>}
        <Line name={t('campaign-report.completed')}>
          {completedAt !== null
            ? format.dateTime(completedAt)
            : expectedAt === null
              ? t('campaign-report.uncompleted')
              : t('campaign-report.expected', { time: format.dateTime(expectedAt) })}
        </Line>
        {pace.data && <Line name={t('campaign-report.interval')}>{paceText(pace.data)}</Line>}
      </dl>
    </section>
  )
}

export function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** "20 s, e 60 s a cada 20 mensagens" */
function usePaceText(): (pace: CampaignPace) => string {
  const { t } = useTranslation()
  return ({ messageInterval, longerIntervalAfter, greaterInterval }) => {
    const short = messageInterval > 0 ? t('campaign-report.pause', { seconds: messageInterval }) : undefined
    const long =
      longerIntervalAfter > 0 && greaterInterval > 0
        ? t('campaign-report.longPause', { seconds: greaterInterval, count: longerIntervalAfter })
        : undefined
    if (short && long) return t('campaign-report.pauses', { short, long })
    return short ?? long ?? t('campaign-report.noPause')
  }
}
