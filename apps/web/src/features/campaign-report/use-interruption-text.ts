import type { CampaignInterruption } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** What kept the campaign, or some of its connections, from sending. */
export function useInterruptionText(): (interruption: CampaignInterruption) => string {
  const { t } = useTranslation()
  return ({ kind, connection }) => {
    if (kind === 'stopped' || kind === 'offline' || kind === 'limited')
      return t(`campaign-report.interruption.${kind}`, { connection: connection ?? '' })
    const what = t(`sending-guard.short.${kind}`)
    return connection === null ? what : t('sending-guard.heldOf', { names: connection, what })
  }
}
