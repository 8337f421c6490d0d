import type { ReactNode } from 'react'
import styles from './message.module.css'

interface Props {
  /** 32 px, stroke 1.3. */
  icon: ReactNode
  title: string
  children?: ReactNode
  /** Buttons for the first step. */
  actions?: ReactNode
}

/** Explains an empty list and offers the first step. */
export function EmptyState({ icon, title, children, actions }: Props) {
  return (
    <div className={styles.message}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div>{actions}</div>}
    </div>
  )
}
