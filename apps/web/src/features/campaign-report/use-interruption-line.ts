import type { CampaignInterruption } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useInterruptionText } from './use-interruption-text.ts'

/** "20:00 – 08:00 · Horário de silêncio" */
export function useInterruptionLine(): (interruption: CampaignInterruption) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useInterruptionText()
  return (interruption) => {
    const { since, until } = interruption
    const what = textOf(interruption)
    return until === null
      ? t('campaign-report.interruptedSince', { since: format.dateTime(since), what })
      : t('campaign-report.interruptedFrom', { ...format.span({ since, until }), what })
  }
}
