import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './section.module.css'

interface Props {
  title: string
  action?: string
  onAction?: () => void
  children: ReactNode
}

/** A section of a panel: a head with at most one action, under a separator. */
export function Section({ title, action, onAction, children }: Props) {
  return (
    <section className={styles.section}>
      <header>
        <h3>{title}</h3>
        {action && (
          <Button size="compact-xs" variant="subtle" aria-label={`${action}: ${title}`} onClick={onAction}>
            {action}
          </Button>
        )}
      </header>
      {children}
    </section>
  )
}
