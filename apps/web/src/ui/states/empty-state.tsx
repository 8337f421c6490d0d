import type { ReactNode } from 'react'
import styles from './message.module.css'

interface Props {
  /** 32 px, stroke 1.3. */
  icon: ReactNode
  title: string
  /** It is the whole page, not a list on it. */
  isPage?: boolean
  children?: ReactNode
  /** Buttons for the first step. */
  actions?: ReactNode
}

/** Explains an empty list and offers the first step. */
export function EmptyState({ icon, title, isPage = false, children, actions }: Props) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.message}>
      {icon}
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <div>{actions}</div>}
    </div>
  )
}
