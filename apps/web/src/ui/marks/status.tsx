import type { ReactNode } from 'react'
import styles from './status.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'quiet'

/** A status as text; the coloured dot only helps to find it. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
