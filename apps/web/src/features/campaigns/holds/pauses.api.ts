import { api } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { renewCampaigns } from '../campaigns.api.ts'

interface Pause {
  isPaused: boolean
  /** Undefined: all of its connections. */
  whatsappId: number | undefined
}

/** Pauses a campaign, or lets it go on. Its status stays. Says so itself, because the menu that asks for it is closed then. */
export function usePauseCampaign(id: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ isPaused, whatsappId }: Pause) =>
      call(isPaused ? api.pauseCampaign : api.resumeCampaign, {
        params: { id },
        body: whatsappId === undefined ? {} : { whatsappId },
      }),
    onSuccess: (_, { isPaused }) => {
      toast.success(t(`campaigns.pausing.${isPaused ? 'paused' : 'resumed'}`))
    },
    onSettled: () => renewCampaigns(client),
  })
}
