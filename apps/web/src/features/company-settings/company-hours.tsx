import type { ScheduleEntry } from '@guiche/contract'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useMe } from '../../lib/session.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { isWholeWeek, sevenDays } from '../../ui/fields/service-hours.ts'
import { ServiceHoursField } from '../../ui/fields/service-hours-field.tsx'
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx'
import { TableSkeletons } from '../../ui/states/skeletons.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { companyQuery, useSaveCompanyHours } from './company-settings.api.ts'
import styles from './settings.module.css'

/** Service hours of the company (setting scheduleType 'company'). */
export function CompanyHours() {
  const { t } = useTranslation()
  const { companyId } = useMe()
  const company = useQuery(companyQuery(companyId))

  if (company.isPending) return <TableSkeletons rows={7} label={t('ui.loading')} />
  if (company.isError) {
    return (
      <Failure cause={causeOf(company.error)} onRetry={() => void company.refetch()} isRetrying={company.isFetching} />
    )
  }
  const { schedules } = company.data
  return <Hours companyId={companyId} kept={sevenDays(schedules)} isProposed={!isWholeWeek(schedules)} />
}

interface Props {
  companyId: number
  kept: ScheduleEntry[]
  /** Some of them are not stored yet. */
  isProposed: boolean
}

function Hours({ companyId, kept, isProposed }: Props) {
  const { t } = useTranslation()
  const [base, setBase] = useState(kept)
  const [schedules, setSchedules] = useState(kept)
  const save = useSaveCompanyHours(companyId)
  const isDirty = differ(schedules, base)
  const isOutdated = differ(kept, base)
  const { question } = useUnsaved(isDirty, { asksLinks: true })

  function adopt() {
    setBase(kept)
    setSchedules(kept)
  }
  // What another admin saves is shown at once, but not in place of an edit.
  if (isOutdated && (!isDirty || !differ(kept, schedules))) adopt()

  return (
    <form
      className={styles.hours}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(schedules, { onSuccess: () => toast.success(t('settings.hoursSaved')) })
      }}
    >
      {isOutdated && isDirty && !save.isPending && (
        <Alert color="yellow" role="alert">
          {t('settings.hoursChanged')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={adopt}>
            {t('settings.hoursShow')}
          </Button>
        </Alert>
      )}
      <ServiceHoursField value={schedules} isProposed={isProposed} onChange={setSchedules} />
      <Button type="submit" loading={save.isPending}>
        {t('ui.save')}
      </Button>
      {question}
    </form>
  )
}

const differ = (a: ScheduleEntry[], b: ScheduleEntry[]): boolean => JSON.stringify(a) !== JSON.stringify(b)
