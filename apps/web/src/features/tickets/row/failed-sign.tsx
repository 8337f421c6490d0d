import { IconAlertCircleFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './ticket-row.module.css'

/** A message of the ticket was not sent. */
export function FailedSign() {
  const { t } = useTranslation()
  const label = t('tickets.row.failed')
  return (
    <span className={styles.failed} role="img" aria-label={label} title={label}>
      <IconAlertCircleFilled size={15} aria-hidden />
    </span>
  )
}
