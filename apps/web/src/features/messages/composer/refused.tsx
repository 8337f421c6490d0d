import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './refused.module.css'

/** Why the browser does not give what was asked of it. */
export const Refused = ({ why }: { why: string }) => (
  <p className={styles.refused} role="alert">
    <IconAlertTriangle size={16} stroke={1.8} aria-hidden /> {why}
  </p>
)
