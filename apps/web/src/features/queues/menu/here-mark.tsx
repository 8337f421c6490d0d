import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './menu.module.css'

/** The customer of the simulator is on this level. */
export function HereMark() {
  const { t } = useTranslation()
  return (
    <span className={styles.here}>
      <IconMessageCircle size={14} aria-hidden />
      {t('queues.simulator.here')}
    </span>
  )
}
