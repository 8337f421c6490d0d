import type { ReactNode } from 'react'
import styles from './page.module.css'

interface Props {
  /** The way back, before the title of a page that is opened from another one. */
  back?: ReactNode
  title: ReactNode
  count?: number | undefined
  /** Filters, search, and the primary action on the right. */
  tools?: ReactNode
  children: ReactNode
}

/** The layout of every page except the ticket workspace: a head and scrolling content. */
export function Page({ back, title, count, tools, children }: Props) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          {back}
          <h1>
            {title} {count !== undefined && <span className={styles.total}>{count}</span>}
          </h1>
        </div>
        <div className={styles.tools}>{tools}</div>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
