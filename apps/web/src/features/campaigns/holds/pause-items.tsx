import type { CampaignView } from '@guiche/contract'
import { Menu } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePauseCampaign } from './pauses.api.ts'

type Known = Pick<CampaignView, 'id' | 'whatsapps' | 'holds'>

/** Pauses a running campaign and lets it go on: all of it, and each of its connections if it has several. */
export function PauseItems({ campaign: { id, whatsapps, holds } }: { campaign: Known }) {
  const { t } = useTranslation()
  const pausing = usePauseCampaign(id)
  const paused = new Set(holds.flatMap(({ reason, whatsappId }) => (reason === 'person' ? whatsappId : [])))
  const isOne = whatsapps.length === 1
  const item = (isPaused: boolean, label: string, whatsappId?: number) => (
    <Menu.Item
      key={`${isPaused} ${whatsappId}`}
      leftSection={isPaused ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      onClick={() => pausing.mutate({ isPaused, whatsappId })}
    >
      {label}
    </Menu.Item>
  )
  return (
    <>
      {paused.size < whatsapps.length && item(true, t(`campaigns.pausing.${isOne ? 'pause' : 'pauseAll'}`))}
      {paused.size > 0 && item(false, t(`campaigns.pausing.${isOne ? 'resume' : 'resumeAll'}`))}
      {!isOne &&
        whatsapps.map((one) =>
          paused.has(one.id)
            ? item(false, t('campaigns.pausing.resumeOf', { name: one.name }), one.id)
            : item(true, t('campaigns.pausing.pauseOf', { name: one.name }), one.id),
        )}
    </>
  )
}
