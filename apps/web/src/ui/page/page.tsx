import type { ReactNode } from 'react'
import styles from './page.module.css'

interface Props {
  title: ReactNode
  count?: number | undefined
  /** Filters, search, and the primary action at the right. */
  tools?: ReactNode
  children: ReactNode
}

/** The sheet of every page that is not the ticket workspace: head, then the content that scrolls. */
export function Page({ title, count, tools, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {title} {count !== undefined && <span className={styles.total}>{count}</span>}
        </h1>
        <div className={styles.tools}>{tools}</div>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
