import type { CampaignView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useCancelCampaign, useRestartCampaign } from './campaigns.api.ts'

type Known = Pick<CampaignView, 'id'>

/** Stop and restart. A refusal is told like any other error. */
export function useCampaignActions() {
  const { t } = useTranslation()
  const stopping = useCancelCampaign()
  const restarting = useRestartCampaign()
  return {
    isBusy: stopping.isPending || restarting.isPending,
    cancel: ({ id }: Known, onDone?: () => void) =>
      stopping.mutate(
        { id },
        {
          onSuccess: () => {
            toast.success(t('campaigns.cancelled'))
            onDone?.()
          },
        },
      ),
    restart: ({ id }: Known, onDone?: () => void) =>
      restarting.mutate(
        { id },
        {
          onSuccess: () => {
            toast.success(t('campaigns.restarted'))
            onDone?.()
          },
        },
      ),
  }
}
