import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPaused } from '../../../lib/number-holds.ts'
import { type Held, groupHolds } from './group-holds.ts'
import styles from './holds.module.css'
import { useHoldText } from './use-hold-text.ts'

interface Props {
  campaign: Held
  /** What ends the pause of these numbers after a bad sign. */
  resumeOf: (whatsappIds: number[]) => ReactNode
}

/** Why a running campaign does not send now, and what to do about it. */
export function HoldNotice({ campaign, resumeOf }: Props) {
  const { t } = useTranslation()
  const holdText = useHoldText()
  const groups = groupHolds(campaign)
  if (groups.length === 0) return null
  return (
    <div className={styles.notices}>
      {groups.map((group) => {
        const paused = isPaused({ hold: group })
        return (
          <Alert
            key={`${group.reason} ${group.until ?? ''}`}
            color={paused ? 'red' : 'yellow'}
            icon={<IconPlayerPause size={18} stroke={1.8} aria-hidden />}
            role="status"
          >
            <b>{holdText(group)}</b>
            <p>{t(`sending-guard.reasons.${group.reason}`)}</p>
            {paused && resumeOf(group.whatsappIds)}
          </Alert>
        )
      })}
    </div>
  )
}
