import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SeveralField } from '../../ui/fields/several-field.tsx'
import { type ReportChoice, isPeriodWrong, reportStatuses } from './report-choice.ts'
import styles from './reports.module.css'

interface Named {
  id: number
  name: string
}

export interface ReportPicks {
  connections: readonly Named[]
  queues: readonly Named[]
  users: readonly Named[]
  tags: readonly Named[]
}

interface Props {
  value: ReportChoice
  onChange: (change: Partial<ReportChoice>) => void
  picks: ReportPicks
  /** Chooses the contact. */
  contactField: ReactNode
}

export function ReportFilters({ value, onChange, picks, contactField }: Props) {
  const { t } = useTranslation()
  const none = (name: string): Named => ({ id: 0, name })
  return (
    <div className={styles.filters} role="group" aria-label={t('reports.filters')}>
      <DateField
        size="xs"
        label={t('reports.from')}
        value={value.from}
        onChange={(from) => from && onChange({ from })}
      />
      <DateField
        size="xs"
        label={t('reports.to')}
        value={value.to}
        error={isPeriodWrong(value) && t('errors.ERR_PERIOD_ORDER')}
        onChange={(to) => to && onChange({ to })}
      />
      {contactField}
      <SeveralField
        anyText={t('reports.any')}
        label={t('reports.columns.connection')}
        options={picks.connections}
        value={value.connections}
        onChange={(connections) => onChange({ connections })}
      />
      <SeveralField
        anyText={t('reports.any')}
        label={t('reports.columns.queue')}
        options={[none(t('ui.noQueue')), ...picks.queues]}
        value={value.queues}
        onChange={(queues) => onChange({ queues })}
      />
      <SeveralField
        anyText={t('reports.any')}
        label={t('reports.columns.user')}
        options={[none(t('reports.nobody')), ...picks.users]}
        value={value.users}
        onChange={(users) => onChange({ users })}
      />
      <SeveralField
        anyText={t('reports.any')}
        label={t('reports.tags')}
        options={picks.tags}
        value={value.tags}
        onChange={(tags) => onChange({ tags })}
      />
      <MultiSelect
        size="xs"
        clearable
        label={t('reports.columns.status')}
        placeholder={value.status.length > 0 ? undefined : t('reports.any')}
        data={reportStatuses.map((status) => ({ value: status, label: t(`tickets.status.${status}`) }))}
        value={value.status}
        onChange={(chosen) => onChange({ status: reportStatuses.filter((status) => chosen.includes(status)) })}
      />
    </div>
  )
}
