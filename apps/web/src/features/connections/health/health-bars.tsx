import type { ConnectionHealth } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './health-bars.module.css'

interface Props {
  name: string
  health: ConnectionHealth
  onOpen: () => void
}

/** One bar per half hour. The height shows the state too, so that colour is not the only sign. */
export function HealthBars({ name, health: { marks, share }, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const uptime = share === null ? '—' : format.percent(share)
  const label =
    share === null
      ? t('connections.health.unknownOf', { name })
      : t('connections.health.shareOf', { name, share: uptime })
  return (
    <button
      type="button"
      className={styles.health}
      aria-label={label}
      title={t('connections.health.open')}
      onClick={onOpen}
    >
      <span className={styles.line} aria-hidden>
        {marks.map((mark, nth) => (
          <i key={nth} data-mark={mark} />
        ))}
      </span>
      <span aria-hidden>{uptime}</span>
    </button>
  )
}
