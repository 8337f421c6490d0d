import type { CampaignStatus, CampaignView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CampaignState } from '../../features/campaigns/campaign-state.tsx'
import styles from '../../features/campaigns/campaigns.module.css'
import type { Editable } from '../../features/campaigns/editable.ts'
import { HoldLines } from '../../features/campaigns/holds/index.ts'
import { useCampaignActions } from '../../features/campaigns/use-campaign-actions.ts'

interface Props {
  campaign: CampaignView
  editable: Editable
  /** Texts were changed and not saved, so a restart would send the old ones. */
  isDirty: boolean
  onChanged: (status: CampaignStatus) => void
}

/** The status, why it does not send now, why not all can be changed, and the step that the status allows. */
export function StateLine({ campaign, editable, isDirty, onChanged }: Props) {
  const { t } = useTranslation()
  const { isBusy, cancel, restart } = useCampaignActions()
  const { status } = campaign
  const mayRestart = status === 'CANCELADA' && !isDirty

  return (
    <div className={styles.state}>
      <CampaignState {...campaign} />
      <HoldLines campaign={campaign} />
      {editable !== 'all' && (
        <small>{t(`campaigns.locked.${status === 'CANCELADA' && isDirty ? 'unsaved' : status}`)}</small>
      )}
      {status === 'EM_ANDAMENTO' && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          loading={isBusy}
          onClick={() => cancel(campaign, () => onChanged('CANCELADA'))}
        >
          {t('campaigns.cancel')}
        </Button>
      )}
      {mayRestart && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay size={15} />}
          loading={isBusy}
          onClick={() => restart(campaign, () => onChanged('EM_ANDAMENTO'))}
        >
          {t('campaigns.restart')}
        </Button>
      )}
    </div>
  )
}
