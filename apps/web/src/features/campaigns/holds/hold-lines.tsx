import { IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Held, groupHolds } from './group-holds.ts'
import styles from './holds.module.css'
import { useHoldText } from './use-hold-text.ts'

/** Why a running campaign does not send now, in a row of the list. */
export function HoldLines({ campaign }: { campaign: Held }) {
  const { t } = useTranslation()
  const holdText = useHoldText()
  return groupHolds(campaign).map((group) => (
    <small
      key={`${group.reason} ${group.until ?? ''}`}
      className={styles.line}
      title={t(`sending-guard.reasons.${group.reason}`)}
    >
      <IconPlayerPause size={13} stroke={1.8} aria-hidden /> {holdText(group)}
    </small>
  ))
}
