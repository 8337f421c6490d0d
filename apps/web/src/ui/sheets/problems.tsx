import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './sheets.module.css'

interface Problem {
  line: number
  /** What is wrong, in words. */
  what: string
  /** The text in the sheet. */
  text: string
}

interface Props {
  title?: string
  problems: Problem[]
  /** Of all of them, if these are the first ones. */
  count: number
  children?: ReactNode
}

/** Rows that cannot be imported, with their numbers in the sheet; the first of them if they are many. */
export function Problems({ title, problems, count, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (problems.length === 0) return null
  const shownTitle = title ?? t('ui.sheets.problems')
  return (
    <section className={styles.problems} aria-label={shownTitle}>
      <h3>{shownTitle}</h3>
      <ul tabIndex={0}>
        {problems.map(({ line, what, text }) => (
          <li key={line}>
            <b>{t('ui.sheets.line', { line: format.number(line) })}</b> {what}
            {text && <q>{text}</q>}
          </li>
        ))}
      </ul>
      {count > problems.length && (
        <p className={styles.hint}>{t('ui.sheets.moreProblems', { count: count - problems.length })}</p>
      )}
      {children}
    </section>
  )
}
