import type { CompanyFilter, CompanySort } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Figure as PlainFigure, Figures as FigureList } from '../../ui/figures/figures.tsx'
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
    <FigureList>{children}</FigureList>
  </section>
)

interface Props {
  name: string
  value: string
  /** What the number counts. A press anywhere on the figure opens it. */
  list: ListOfNumber
  tone?: 'warn' | 'bad' | undefined
  children?: ReactNode
}

export const Figure = ({ name, value, list, ...rest }: Props) => (
  <PlainFigure
    {...rest}
    name={name}
    className={styles.figure}
    value={
      <ListLink list={list} className={styles.open ?? ''}>
        <span className="aloud">{name}: </span>
        {value}
      </ListLink>
    }
  />
)
