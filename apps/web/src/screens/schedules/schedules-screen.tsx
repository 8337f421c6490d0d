import type { ScheduleView } from '@guiche/contract'
import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactOf } from '../../features/contacts/contacts.api.ts'
import type { Given } from '../../features/schedules/schedule-values.ts'
import { useLiveSchedules } from '../../features/schedules/schedules.api.ts'
import { useViewer } from '../../features/tickets/use-viewer.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { ScheduleCalendar } from './schedule-calendar.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleList } from './schedule-list.tsx'
import { SchedulesSearch, scheduleViews } from './schedules-search.ts'

export interface ViewProps {
  /** Undefined: everybody's that one may see. */
  userId: number | undefined
  /** The choice of the view, the filters, and the primary action. */
  tools: ReactNode
  add: (variant: 'filled' | 'default') => ReactNode
  onOpen: (schedule: ScheduleView) => void
}

type Task = { schedule: ScheduleView } | { given: Given }

/** Messages that are sent later, as a calendar or a list (docs/requirements/workspace.md, section 2). */
export function SchedulesScreen() {
  const { t } = useTranslation()
  useTitle(t('schedules.title'))
  useLiveSchedules()
  const me = useMe()
  const format = useFormat()
  const now = useNow()
  const navigate = useNavigate()
  const search = SchedulesSearch.parse(useSearch({ strict: false }))
  const { contactId, view = 'month', day = format.day(now) } = search
  const change = (changed: SchedulesSearch) =>
    void navigate({ to: '.', search: { ...search, ...changed }, replace: true })
  const seesOthers = useViewer().seesAllTickets || me.profile !== 'user'
  const [isOnlyMine, setOnlyMine] = useState(false)
  const [task, setTask] = useState<Task>()

  const create = () => setTask({ given: view === 'list' ? {} : { day } })
  useActions([{ keys: 'n', label: t('schedules.add'), group: 'general', icon: IconPlus, run: create }])

  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('schedules.add')}
    </Button>
  )
  const props: ViewProps = {
    userId: isOnlyMine ? me.id : undefined,
    tools: (
      <>
        <SegmentedControl
          aria-label={t('schedules.view.title')}
          data={scheduleViews.map((one) => ({ value: one, label: t(`schedules.view.${one}`) }))}
          value={view}
          onChange={(next) => change({ view: next })}
        />
        {seesOthers && (
          <Switch
            label={t('schedules.onlyMine')}
            checked={isOnlyMine}
            onChange={({ currentTarget }) => setOnlyMine(currentTarget.checked)}
          />
        )}
      </>
    ),
    add,
    onOpen: (schedule) => setTask({ schedule }),
  }

  return (
    <>
      {view === 'list' ? (
        <ScheduleList {...props} />
      ) : (
        <ScheduleCalendar {...props} view={view} day={day} onShow={change} />
      )}
      {task && (
        <ScheduleDialog
          schedule={'schedule' in task ? task.schedule : undefined}
          given={'given' in task ? task.given : undefined}
          onClose={() => setTask(undefined)}
        />
      )}
      {contactId !== undefined && (
        <ForContact key={contactId} id={contactId} onClose={() => change({ contactId: undefined })} />
      )}
    </>
  )
}

/** A new one for the contact in the address. */
function ForContact({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: contact, isError } = useQuery(contactOf(id))
  if (!contact && !isError) return null
  return <ScheduleDialog given={contact ? { contactId: contact.id } : {}} contact={contact} onClose={onClose} />
}
