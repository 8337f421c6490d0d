import { type ListedCompany, neverDue } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat, writtenDay } from '../../lib/format.ts'
import type { Column } from '../../ui/list-page/list-page.tsx'
import styles from './companies.module.css'
import { CompanyStateMark } from './company-state.tsx'
import { daysUntilDue, isPlatform, toneOf } from './due.ts'

export function useCompanyColumns(onRenew: (company: ListedCompany) => void): Column<ListedCompany>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'id',
      title: t('companies.id'),
      width: 1,
      card: 'none',
      cell: ({ id }) => <span className={styles.quiet}>{id}</span>,
    },
    { key: 'status', title: t('companies.status'), cell: (company) => <CompanyStateMark company={company} /> },
    {
      key: 'name',
      title: t('companies.name'),
      width: '26%',
      card: 'head',
      cell: (company) => <CompanyName company={company} />,
    },
    { key: 'plan', title: t('companies.plan'), width: '14%', cell: ({ plan }) => <PlanName name={plan.name} /> },
    {
      key: 'amount',
      title: t('companies.amount'),
      isNumeric: true,
      cell: ({ plan }) => format.money(plan.amount),
    },
    {
      key: 'created',
      title: t('companies.created'),
      isExtra: true,
      cell: ({ createdAt }) => format.tableTime(createdAt),
    },
    { key: 'due', title: t('companies.due'), cell: (company) => <Due company={company} onRenew={onRenew} /> },
    {
      key: 'lastLogin',
      title: t('companies.lastLogin'),
      isExtra: true,
      cell: ({ lastLogin }) =>
        lastLogin ? format.tableTime(lastLogin) : <span className={styles.quiet}>{t('companies.never')}</span>,
    },
  ]
}

export const CompanyName = ({ company: { name, email } }: { company: ListedCompany }) => (
  <>
    <b>{name}</b>
    <small className={styles.email}>{email}</small>
  </>
)

/** Names of plans have up to 100 letters. */
const PlanName = ({ name }: { name: string }) => <span className="cut-lines">{name}</span>

interface Props {
  company: ListedCompany
  onRenew: (company: ListedCompany) => void
}

/** The due date with the recurrence, how far away it is in words, and the button that moves it. */
function Due({ company, onRenew }: Props) {
  const { t } = useTranslation()
  const distance = useDistance(company)
  const { name, dueDate, recurrence, closedAt } = company
  if (isPlatform(company)) return writtenDay(dueDate ?? neverDue)
  return (
    <div className={styles.due}>
      <span>
        {dueDate ? writtenDay(dueDate) : <span className={styles.quiet}>{t('companies.noDue')}</span>}
        <small>{[t(`companies.periods.${recurrence || 'monthly'}`), ...distance].join(' · ')}</small>
      </span>
      {!closedAt && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('companies.renewOf', { name })}
          onClick={() => onRenew(company)}
        >
          {t('companies.renew')}
        </Button>
      )}
    </div>
  )
}

/** Only where the row has a colour. */
function useDistance(company: ListedCompany): string[] {
  const { t } = useTranslation()
  if (!toneOf(company)) return []
  const days = daysUntilDue(company)
  if (days === 0) return [t('companies.dueToday')]
  return [t(days > 0 ? 'companies.dueIn' : 'companies.overdue', { count: Math.abs(days) })]
}
