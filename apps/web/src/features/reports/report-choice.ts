import { type Input, type ReportKind, TicketStatus, type api, reportPageSizes } from '@guiche/contract'

export const reportTabs = ['tickets', 'groups', 'duration', 'ratings'] as const
export type ReportTab = (typeof reportTabs)[number]

export const reportStatuses = TicketStatus.options
export const defaultPageSize = reportPageSizes[1]

/** What the report shows. Empty lists: any. */
export interface ReportChoice {
  tab: ReportTab
  /** YYYY-MM-DD, in the time zone of the company. */
  from: string
  to: string
  contactId: number | undefined
  connections: number[]
  /** 0: no queue. */
  queues: number[]
  /** 0: nobody. */
  users: number[]
  tags: number[]
  status: TicketStatus[]
  page: number
  size: number
}

const kinds: Record<ReportTab, ReportKind> = { tickets: 'tickets', groups: 'groups', duration: 'all', ratings: 'rated' }

export type ReportQuery = Omit<Input<typeof api.createReportExport>['body'], 'rows' | 'format'>

/** As the calls take it, without the page. */
export const filterOf = (choice: ReportChoice): ReportQuery => ({
  kind: kinds[choice.tab],
  dateFrom: choice.from,
  dateTo: choice.to,
  ...(choice.contactId !== undefined && { contactId: choice.contactId }),
  whatsappId: choice.connections,
  queueIds: choice.queues,
  users: choice.users,
  tags: choice.tags,
  status: choice.status,
})

export const isPeriodWrong = ({ from, to }: Pick<ReportChoice, 'from' | 'to'>): boolean => to < from

/** From the first of the month to today. */
export const usualDays = (today: string): { from: string; to: string } => ({
  from: `${today.slice(0, 8)}01`,
  to: today,
})

/** How many filters are set besides the days. */
export const countSet = ({ contactId, connections, queues, users, tags, status }: ReportChoice): number =>
  [connections, queues, users, tags, status].filter(({ length }) => length > 0).length +
  (contactId === undefined ? 0 : 1)
