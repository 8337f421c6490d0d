import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './ticks.module.css'

const ticks = { pending: IconClock, sent: IconCheck, delivered: IconChecks, read: IconChecks, failed: IconAlertCircle }
export type Tick = keyof typeof ticks

/** The delivery state of a message: clock, one tick, two ticks, two blue ticks, or failed. */
export function Ticks({ tick, size = 15 }: { tick: Tick; size?: number }) {
  const { t } = useTranslation()
  const Icon = ticks[tick]
  return (
    <Icon
      className={styles.ticks}
      data-tick={tick}
      size={tick === 'pending' ? size - 3 : size}
      stroke={2}
      role="img"
      aria-label={t(`ui.ticks.${tick}`)}
    />
  )
}

/** The tick for an ack of the API: 0 pending, 1 sent, 2 delivered, 3 and 4 read. */
export function tickOf(ack: number, failure: string | null = null): Tick {
  if (failure !== null) return 'failed'
  if (ack >= 3) return 'read'
  if (ack === 2) return 'delivered'
  return ack === 1 ? 'sent' : 'pending'
}
