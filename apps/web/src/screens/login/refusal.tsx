import type { ReactNode } from 'react'
import styles from './login-screen.module.css'

/** Why something was refused. It stays in the form, because a toast disappears. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p className={styles.refusal} role="alert">
      {children}
    </p>
  )
}
