import { NumberName } from '@guiche/contract'
import { z } from 'zod'
import {
  type DashboardChoice,
  type OpenedNumber,
  dashboardTabs,
  monthOf,
  periods,
} from '../../features/dashboard/dashboard-choice.ts'

const Day = z.iso.date().optional().catch(undefined)
const Id = z.int().min(0).optional().catch(undefined)
const Ids = z.array(z.int().min(0)).optional().catch(undefined)
const On = z.literal(true).optional().catch(undefined)

/** What the address says, so that the way back from a ticket shows the same. Anything else in it is ignored. */
export const DashboardSearch = z.object({
  tab: z.enum(dashboardTabs).optional().catch(undefined),
  from: Day,
  to: Day,
  days: z.literal(periods).optional().catch(undefined),
  queues: Ids,
  users: Ids,
  connections: Ids,
  groups: On,
  imports: On,
  /** The list that is open. */
  list: NumberName.optional().catch(undefined),
  listFrom: Day,
  listTo: Day,
  hour: z.int().min(0).max(23).optional().catch(undefined),
  queueId: Id,
  userId: Id,
})
export type DashboardSearch = z.output<typeof DashboardSearch>

/** Without days it is the month of today. */
export function choiceOf(search: DashboardSearch, today: string): DashboardChoice {
  const { from, to, days, queues, users, connections, groups, imports } = search
  const dates = from || to ? { from: from ?? null, to: to ?? null } : monthOf(today)
  return {
    period: days ? { by: 'period', days } : { by: 'date', ...dates },
    queues: queues ?? [],
    users: users ?? [],
    connections: connections ?? [],
    groups: groups ?? false,
    imports: imports ?? false,
  }
}

export function searchOf({ period, queues, users, connections, groups, imports }: DashboardChoice): DashboardSearch {
  return {
    ...(period.by === 'period'
      ? { days: periods.find((days) => days === period.days) }
      : { from: period.from ?? undefined, to: period.to ?? undefined }),
    ...(queues.length > 0 && { queues: [...queues] }),
    ...(users.length > 0 && { users: [...users] }),
    ...(connections.length > 0 && { connections: [...connections] }),
    ...(groups && { groups }),
    ...(imports && { imports }),
  }
}

export function openedIn({ list, listFrom, listTo, hour, queueId, userId }: DashboardSearch): OpenedNumber | undefined {
  if (list === undefined) return undefined
  return {
    name: list,
    ...(listFrom !== undefined && { from: listFrom }),
    ...(listTo !== undefined && { to: listTo }),
    ...(hour !== undefined && { hour }),
    ...(queueId !== undefined && { queueId }),
    ...(userId !== undefined && { userId }),
  }
}

export const searchOfOpened = ({ name, from, to, hour, queueId, userId }: OpenedNumber): DashboardSearch => ({
  list: name,
  listFrom: from,
  listTo: to,
  hour,
  queueId,
  userId,
})

export const closedList: DashboardSearch = {
  list: undefined,
  listFrom: undefined,
  listTo: undefined,
  hour: undefined,
  queueId: undefined,
  userId: undefined,
}
