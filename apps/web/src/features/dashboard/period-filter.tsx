import { Button, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/fields/date-field.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type DashboardChoice, type Period, type PeriodChoice, isComplete, periods } from './dashboard-choice.ts'
import styles from './dashboard.module.css'

interface Props {
  applied: DashboardChoice
  /** The days that are offered first. */
  month: Period
  onApply: (choice: DashboardChoice) => void
}

/** By two dates, or by days until today. A button applies it. */
export function PeriodFilter({ applied, month, onApply }: Props) {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<PeriodChoice>(applied.period)
  const isWrong = period.by === 'date' && period.from !== null && period.to !== null && period.to < period.from

  function apply() {
    if (!isComplete(period)) return toast.error(t('dashboard.noParameters'), { id: 'no-parameters' })
    if (isWrong) return
    onApply({ ...applied, period })
  }

  return (
    <form
      className={styles.filter}
      aria-label={t('dashboard.filter')}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('dashboard.filterBy')}
        data={(['date', 'period'] as const).map((by) => ({ value: by, label: t(`dashboard.by.${by}`) }))}
        value={period.by}
        onChange={(by) => setPeriod(by === 'date' ? { by: 'date', ...month } : { by: 'period', days: null })}
      />
      {period.by === 'date' ? (
        <>
          <DateField
            clearable
            size="xs"
            hidesLabel
            label={t('dashboard.from')}
            value={period.from}
            onChange={(from) => setPeriod({ ...period, from })}
          />
          <DateField
            clearable
            size="xs"
            hidesLabel
            label={t('dashboard.to')}
            error={isWrong && t('errors.ERR_PERIOD_ORDER')}
            value={period.to}
            onChange={(to) => setPeriod({ ...period, to })}
          />
        </>
      ) : (
        <Select
          size="xs"
          className={styles.days ?? ''}
          aria-label={t('dashboard.period')}
          allowDeselect={false}
          data={[
            { value: '', label: t('dashboard.noPeriod') },
            ...periods.map((days) => ({ value: String(days), label: t('dashboard.days', { count: days }) })),
          ]}
          value={period.days === null ? '' : String(period.days)}
          onChange={(days) => setPeriod({ by: 'period', days: days ? Number(days) : null })}
        />
      )}
      <Button size="xs" type="submit">
        {t('dashboard.apply')}
      </Button>
    </form>
  )
}
