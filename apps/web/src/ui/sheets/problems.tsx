import type { SheetProblem } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import styles from './sheets.module.css'

/** Rows that cannot be imported, with their numbers in the sheet; the first of them if they are many. */
export function Problems({ problems, count }: { problems: SheetProblem[]; count: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (problems.length === 0) return null
  return (
    <section className={styles.problems} aria-label={t('contact-list.import.problems')}>
      <h3>{t('contact-list.import.problems')}</h3>
      <ul tabIndex={0}>
        {problems.map(({ line, field, rule, text }) => (
          <li key={line}>
            <b>{t('contact-list.import.line', { line: format.number(line) })}</b>{' '}
            {t(`contact-list.import.fields.${field}`)}: {t(`contact-list.import.rules.${rule}`)}
            {text && <q>{text}</q>}
          </li>
        ))}
      </ul>
      {count > problems.length && (
        <p className={styles.hint}>{t('contact-list.import.moreProblems', { count: count - problems.length })}</p>
      )}
    </section>
  )
}
