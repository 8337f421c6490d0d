import type { NumberGuardView } from '@guiche/contract'
import { IconPlayerPause, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { isPaused } from '../../lib/number-holds.ts'
import styles from './sending-guard.module.css'

/** How many new people a number has written to today; or that it is paused. Opens the rest. */
export function GuardButton({ guard, onOpen }: { guard: NumberGuardView; onOpen: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, strangers, network, hold } = guard
  const paused = isPaused(guard)
  const Icon = paused ? IconPlayerPause : IconShieldCheck
  const { used, limit } = network ?? { used: strangers.used, limit: strangers.today }
  const shown =
    limit === null
      ? format.number(used)
      : t('sending-guard.usedOf', { used: format.number(used), today: format.number(limit) })
  return (
    <button
      type="button"
      className={styles.button}
      data-paused={paused}
      aria-label={t('sending-guard.openOf', { name })}
      title={t('sending-guard.open')}
      onClick={onOpen}
    >
      <Icon size={16} stroke={1.8} aria-hidden />
      <span>{paused && hold ? t(`sending-guard.short.${hold.reason}`) : shown}</span>
    </button>
  )
}
