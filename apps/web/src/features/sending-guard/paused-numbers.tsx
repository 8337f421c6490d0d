import type { NumberGuardView } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isPaused } from '../../lib/number-holds.ts'
import { ResumeNumbers } from './resume-numbers.tsx'
import styles from './sending-guard.module.css'

/** Numbers that a bad sign has paused, each with the reason. */
export function PausedNumbers({ guards }: { guards: readonly NumberGuardView[] }) {
  const { t } = useTranslation()
  return guards.map((guard) => {
    const { whatsappId, name, hold } = guard
    if (!hold || !isPaused(guard)) return null
    return (
      <Alert
        key={whatsappId}
        className={styles.notice ?? ''}
        color="red"
        icon={<IconPlayerPause size={18} stroke={1.8} aria-hidden />}
        title={t('sending-guard.heldOf', { names: name, what: t(`sending-guard.short.${hold.reason}`) })}
        role="status"
      >
        <p>{t(`sending-guard.reasons.${hold.reason}`)}</p>
        <ResumeNumbers ids={[whatsappId]} />
      </Alert>
    )
  })
}
