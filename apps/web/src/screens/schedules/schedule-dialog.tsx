import type { ContactView, ScheduleView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { mayChange } from '../../features/schedules/may-change.ts'
import type { Given } from '../../features/schedules/schedule-values.ts'
import { useMe } from '../../lib/session.ts'
import { ScheduleDetails } from './schedule-details.tsx'
import { ScheduleForm } from './schedule-form.tsx'

interface Props {
  /** Undefined for a new one. */
  schedule?: ScheduleView | undefined
  given?: Given | undefined
  /** The contact of a new one. */
  contact?: Pick<ContactView, 'id' | 'name'> | undefined
  onClose: () => void
}

/** Makes or changes a scheduled message; one that was sent can only be looked at. */
export function ScheduleDialog({ schedule, given = {}, contact, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  if (schedule && !mayChange(schedule, me)) return <ScheduleDetails schedule={schedule} onClose={onClose} />
  return (
    <ScheduleForm
      title={t(schedule ? 'schedules.edit' : 'schedules.add')}
      schedule={schedule}
      given={given}
      contact={schedule?.contact ?? contact}
      onClose={onClose}
    />
  )
}
