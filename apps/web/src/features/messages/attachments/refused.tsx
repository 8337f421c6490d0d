import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './refused.module.css'

/** Why the browser refused the camera or the position. */
export const Refused = ({ why }: { why: string }) => (
  <p className={styles.refused} role="alert">
    <IconAlertTriangle size={16} stroke={1.8} aria-hidden /> {why}
  </p>
)
