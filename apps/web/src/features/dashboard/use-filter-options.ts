import { useTranslation } from 'react-i18next'
import type { DashboardPicks, Narrowing } from './dashboard-choice.ts'

interface Option {
  id: number
  name: string
}

/** What the numbers can be narrowed to. Every ticket has a connection, but not a queue and an attendant. */
export function useFilterOptions(picks: DashboardPicks): (name: Narrowing) => Option[] {
  const { t } = useTranslation()
  const none = {
    queues: [{ id: 0, name: t('dashboard.charts.none.queue') }],
    users: [{ id: 0, name: t('dashboard.charts.none.user') }],
    connections: [],
  }
  return (name) => [...none[name], ...picks[name]]
}
