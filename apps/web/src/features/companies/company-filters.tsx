import { companyFilters, companySorts, companyStates } from '@guiche/contract'
import { SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './companies.module.css'
import { type CompanyChoice, companyViews, isByMonth, lastMonths } from './company-choice.ts'

interface Props {
  choice: CompanyChoice
  onChoose: (choice: CompanyChoice) => void
}

const isState = (filter: string): boolean => companyStates.some((state) => state === filter)

export function CompanyFilters({ choice, onChoose }: Props) {
  const { t } = useTranslation()
  const { filter, sort = 'name', view = 'data' } = choice
  return (
    <>
      <SegmentedControl
        aria-label={t('companies.view.title')}
        data={companyViews.map((one) => ({ value: one, label: t(`companies.view.${one}`) }))}
        value={view}
        onChange={(next) => onChoose({ ...choice, view: companyViews.find((one) => one === next) })}
      />
      <Select
        size="xs"
        clearable
        className={styles.choice ?? ''}
        aria-label={t('companies.filter')}
        placeholder={t('companies.all')}
        data={[
          {
            group: t('companies.byState'),
            items: companyStates.map((state) => ({ value: state, label: t(`companies.states.${state}`) })),
          },
          {
            group: t('companies.byNeed'),
            items: companyFilters
              .filter((one) => !isState(one))
              .map((one) => ({ value: one, label: t(`companies.filters.${one}`) })),
          },
        ]}
        value={filter ?? null}
        onChange={(next) =>
          onChoose({ ...choice, filter: companyFilters.find((one) => one === next), month: undefined })
        }
      />
      {isByMonth(filter) && <MonthFilter choice={choice} onChoose={onChoose} />}
      <Select
        size="xs"
        allowDeselect={false}
        className={styles.choice ?? ''}
        aria-label={t('companies.sort')}
        data={companySorts.map((one) => ({ value: one, label: t(`companies.sorts.${one}`) }))}
        value={sort}
        onChange={(next) => onChoose({ ...choice, sort: companySorts.find((one) => one === next) })}
      />
    </>
  )
}

function MonthFilter({ choice, onChoose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const months = lastMonths(format.day(useNow()))
  const month = choice.month ?? months[0] ?? ''
  // An address may name an older one.
  const offered = months.includes(month) ? months : [...months, month]
  return (
    <Select
      size="xs"
      allowDeselect={false}
      className={styles.choice ?? ''}
      aria-label={t('companies.month')}
      data={offered.map((one) => ({ value: one, label: format.month(one) }))}
      value={month}
      onChange={(next) => next && onChoose({ ...choice, month: next })}
    />
  )
}
