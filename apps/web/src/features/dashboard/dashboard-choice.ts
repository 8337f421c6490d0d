import type { DashboardNumbers, DashboardQuery, Input, NumberName, api } from '@guiche/contract'

export const dashboardTabs = ['indicators', 'nps', 'attendants'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** Days until today. */
export const periods = [3, 7, 15, 30, 60, 90] as const

/** Which days are counted. Nulls: not chosen yet, which cannot be applied. */
export type PeriodChoice =
  | { by: 'date'; from: string | null; to: string | null }
  | { by: 'period'; days: number | null }

/** What the list behind a number is narrowed to. */
export interface Narrow {
  /** A day or the first of several, and the last. */
  from?: string
  to?: string
  hour?: number
  queueId?: number
  userId?: number
}

export interface OpenedNumber extends Narrow {
  name: NumberName
}

/** What is counted, besides the days. Empty lists: all. */
export interface Counting {
  /** 0: without a queue. */
  queues: readonly number[]
  /** 0: without an attendant. */
  users: readonly number[]
  connections: readonly number[]
  groups: boolean
  imports: boolean
}

export interface DashboardChoice extends Counting {
  period: PeriodChoice
}

interface Named {
  id: number
  name: string
}

/** What one chooses from. */
export interface DashboardPicks {
  queues: readonly Named[]
  users: readonly Named[]
  connections: readonly Named[]
}

export const narrowings = ['queues', 'users', 'connections'] as const satisfies readonly (keyof Counting)[]
export type Narrowing = (typeof narrowings)[number]

/** The column of lists that names it. */
export const columnOf = { queues: 'queue', users: 'user', connections: 'connection' } as const

export type Query = NonNullable<Input<typeof api.dashboardNumbers>['query']>
export type Period = DashboardNumbers['period']

/** How much is chosen besides the days. */
export const countSet = ({ groups, imports, ...lists }: Counting): number =>
  narrowings.reduce((sum, name) => sum + lists[name].length, 0) + Number(groups) + Number(imports)

export const isComplete = (period: PeriodChoice): boolean =>
  period.by === 'date' ? period.from !== null || period.to !== null : period.days !== null

/** As the calls take it. */
export function queryOf({ period, queues, users, connections, groups, imports }: DashboardChoice): Query {
  const days =
    period.by === 'period' ? { days: period.days ?? '' } : { date_from: period.from ?? '', date_to: period.to ?? '' }
  const scope = { queueIds: [...queues], userIds: [...users], whatsappIds: [...connections], groups, imports }
  return { ...days, ...scope } satisfies Partial<Record<keyof DashboardQuery, unknown>>
}

/** The same with other days. */
export const queryIn = (query: Query, { from, to }: Period): Query => ({
  ...query,
  days: '',
  date_from: from,
  date_to: to,
})

/** The first and the last day of the month of a day. */
export function monthOf(day: string): Period {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { from: `${day.slice(0, 8)}01`, to: last }
}
