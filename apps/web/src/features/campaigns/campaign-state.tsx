import type { CampaignStatus, CampaignView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { Status, type Tone } from '../../ui/marks/status.tsx'

const tones: Record<CampaignStatus, Tone> = {
  INATIVA: 'quiet',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'good',
  CANCELADA: 'bad',
  FINALIZADA: 'quiet',
}

/** With the reason why it could not start. */
export function CampaignState({ status, failure }: Pick<CampaignView, 'status' | 'failure'>) {
  const { t, i18n } = useTranslation()
  const key = `errors.${failure ?? ''}`
  return (
    <>
      <Status tone={tones[status]}>{t(`campaigns.statuses.${status}`)}</Status>
      {failure !== null && <small>{i18n.exists(key) ? t(key) : t('errors.unknown')}</small>}
    </>
  )
}
