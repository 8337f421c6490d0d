import type { HolidayView } from '@guiche/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { RemovalDialog } from '../../../ui/dialogs/removal-dialog.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { TableSkeletons } from '../../../ui/states/skeletons.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { SettingRow } from '../setting-row.tsx'
import { HolidayDialog } from './holiday-dialog.tsx'
import { HolidayRow } from './holiday-row.tsx'
import { holidaysOf, useDeleteHoliday, useLiveHolidays } from './holidays.api.ts'
import styles from './holidays.module.css'

/** The holidays of a year: national ones, which the company can open, and days of the company. */
export function Holidays() {
  const { t } = useTranslation()
  const format = useFormat()
  useLiveHolidays()
  const [year, setYear] = useState(() => Number(format.day(Date.now()).slice(0, 4)))
  const [edited, setEdited] = useState<HolidayView | 'new'>()
  const [doomed, setDoomed] = useState<HolidayView>()
  const remove = useDeleteHoliday()

  return (
    <div className={styles.holidays}>
      <p className={styles.hint}>{t('settings.holidays.hint')}</p>
      <ul className={styles.setting}>
        <SettingRow setting="nationalHolidays" />
      </ul>
      <header className={styles.head}>
        <ActionIcon
          aria-label={t('settings.holidays.previousYear')}
          disabled={year <= firstYear}
          onClick={() => setYear(year - 1)}
        >
          <IconChevronLeft size={18} stroke={1.8} />
        </ActionIcon>
        <h2 aria-live="polite">{year}</h2>
        <ActionIcon
          aria-label={t('settings.holidays.nextYear')}
          disabled={year >= lastYear}
          onClick={() => setYear(year + 1)}
        >
          <IconChevronRight size={18} stroke={1.8} />
        </ActionIcon>
        <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('settings.holidays.add')}
        </Button>
      </header>
      <Days year={year} onEdit={setEdited} onDelete={setDoomed} />
      {edited && <HolidayDialog holiday={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {doomed && doomed.id !== null && (
        <RemovalDialog
          name={doomed.name}
          onRemove={() => remove.mutateAsync(doomed.id ?? 0).then(() => toast.success(t('ui.removal.done')))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </div>
  )
}

/** Of the call. */
const firstYear = 2000
const lastYear = 2100

interface Props {
  year: number
  onEdit: (holiday: HolidayView) => void
  onDelete: (holiday: HolidayView) => void
}

function Days({ year, onEdit, onDelete }: Props) {
  const { t } = useTranslation()
  const days = useQuery(holidaysOf(year))

  if (days.isPending) return <TableSkeletons rows={8} label={t('ui.loading')} />
  if (days.isError) {
    return <Failure cause={causeOf(days.error)} onRetry={() => void days.refetch()} isRetrying={days.isFetching} />
  }
  if (days.data.length === 0) {
    return (
      <EmptyState icon={<IconCalendarOff size={32} stroke={1.3} />} title={t('settings.holidays.empty')}>
        {t('settings.holidays.emptyText')}
      </EmptyState>
    )
  }
  return (
    <ul className={styles.days} aria-label={t('settings.holidays.list', { year })}>
      {days.data.map((holiday) => (
        <HolidayRow
          key={holiday.holiday ?? holiday.id}
          holiday={holiday}
          year={year}
          onEdit={() => onEdit(holiday)}
          onDelete={() => onDelete(holiday)}
        />
      ))}
    </ul>
  )
}
