import type { ReactNode } from 'react'
import styles from './figures.module.css'

interface ListProps {
  /** Said to screen readers, unless a heading around it says it. */
  label?: string
  children: ReactNode
}

/** Numbers beside each other: what each counts, the number, and something about it. */
export const Figures = ({ label, children }: ListProps) => (
  <dl className={styles.figures} aria-label={label}>
    {children}
  </dl>
)

interface Props {
  name: string
  /** Beside the name, such as a button that says what exactly is counted. */
  help?: ReactNode
  /** The number, which may be a link. */
  value: ReactNode
  /** `warn` and `bad`: somebody should look at it. Words say why. */
  tone?: 'warn' | 'bad' | undefined
  className?: string | undefined
  children?: ReactNode
}

export const Figure = ({ name, help, value, tone, className = '', children }: Props) => (
  <div className={`${styles.figure} ${className}`} data-tone={tone}>
    <dt>
      {name}
      {help}
    </dt>
    <dd className={styles.value}>{value}</dd>
    {children && <dd className={styles.below}>{children}</dd>}
  </div>
)
