import type { CompanyFilter, CompanySort } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './overview.module.css'

/** What the list of companies shows, as its address says it. */
export interface ListOfNumber {
  filter: CompanyFilter
  month?: string
  sort?: CompanySort
  view?: 'use'
}

export function ListLink({
  list,
  className,
  children,
}: {
  list: ListOfNumber
  className?: string
  children: ReactNode
}) {
  return (
    <Link to="/companies" search={{ ...list }} className={className ?? ''}>
      {children}
    </Link>
  )
}

export const Figures = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name}>
    <h2 className={styles.title}>{name}</h2>
    <dl className={styles.figures}>{children}</dl>
  </section>
)

interface Props {
  name: string
  value: string
  /** What the number counts. A press anywhere on the figure opens it. */
  list: ListOfNumber
  /** `warn` and `bad`: somebody should look at it. Words say why. */
  tone?: 'warn' | 'bad' | undefined
  children?: ReactNode
}

export function Figure({ name, value, list, tone, children }: Props) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt>{name}</dt>
      <dd className={styles.value}>
        <ListLink list={list} className={styles.open ?? ''}>
          <span className="aloud">{name}: </span>
          {value}
        </ListLink>
      </dd>
      {children && <dd className={styles.below}>{children}</dd>}
    </div>
  )
}
