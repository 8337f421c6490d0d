import { type Overview, companyStates, limits } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Figure, Figures, ListLink } from './figure.tsx'
import styles from './overview.module.css'

/** Where the companies stand. */
export function StateFigures({ overview: { states } }: { overview: Overview }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Figures name={t('overview.companies')}>
      {companyStates.map((state) => (
        <Figure
          key={state}
          name={t(`companies.states.${state}`)}
          value={format.number(states[state])}
          list={{ filter: state }}
        />
      ))}
    </Figures>
  )
}

/** What is owed, and who comes and goes. */
export function MovementFigures({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { overdue, trialsEnding, movement } = overview
  const [now, last] = movement
  return (
    <Figures name={t('overview.movement')}>
      <Figure
        name={t('overview.overdue')}
        value={format.money(overdue.amount)}
        list={{ filter: 'overdue', sort: 'due' }}
        tone={overdue.invoices > 0 ? 'bad' : undefined}
      >
        {overdue.invoices > 0
          ? t('overview.overdueOf', {
              invoices: t('overview.invoices', { count: overdue.invoices }),
              companies: t('overview.companiesOf', { count: overdue.companies }),
            })
          : t('overview.nothingOverdue')}
      </Figure>
      <Figure
        name={t('overview.trialsEnding')}
        value={format.number(trialsEnding)}
        list={{ filter: 'trialEnding', sort: 'due' }}
      >
        {t('overview.inDays', { count: limits.trialEndingDays })}
      </Figure>
      {now && last && (
        <>
          <Figure
            name={t('overview.new')}
            value={format.number(now.new)}
            list={{ filter: 'new', month: now.month, sort: 'created' }}
          >
            <ListLink list={{ filter: 'new', month: last.month, sort: 'created' }} className={styles.other ?? ''}>
              {t('overview.newIn', { count: last.new, month: format.month(last.month) })}
            </ListLink>
          </Figure>
          <Figure name={t('overview.gone')} value={format.number(now.gone)} list={{ filter: 'gone', month: now.month }}>
            <ListLink list={{ filter: 'gone', month: last.month }} className={styles.other ?? ''}>
              {t('overview.goneIn', { count: last.gone, month: format.month(last.month) })}
            </ListLink>
            {last.erased > 0 && <> · {t('overview.erased', { count: last.erased })}</>}
          </Figure>
        </>
      )}
    </Figures>
  )
}
