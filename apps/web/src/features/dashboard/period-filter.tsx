import { Button, Checkbox, Popover, SegmentedControl, Select, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
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
      <Counting applied={applied} onApply={onApply} />
    </form>
  )
}

/** What the numbers leave out, unless one wants it. */
function Counting({ applied, onApply }: Pick<Props, 'applied' | 'onApply'>) {
  const { t } = useTranslation()
  const { groups, imports } = applied
  return (
    <Popover position="bottom-end">
      <Popover.Target>
        <Button
          size="xs"
          variant={groups || imports ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} />}
        >
          {t('dashboard.counts')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Checkbox
            label={t('dashboard.groups')}
            checked={groups}
            onChange={({ currentTarget }) => onApply({ ...applied, groups: currentTarget.checked })}
          />
          <Checkbox
            label={t('dashboard.imports')}
            checked={imports}
            onChange={({ currentTarget }) => onApply({ ...applied, imports: currentTarget.checked })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
