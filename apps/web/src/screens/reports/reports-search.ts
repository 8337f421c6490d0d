import { TicketStatus, reportPageSizes } from '@guiche/contract'
import { z } from 'zod'
import { type ReportChoice, defaultPageSize, reportTabs, usualDays } from '../../features/reports/report-choice.ts'

const Ids = z.array(z.int().min(0)).optional().catch(undefined)
const Day = z.iso.date().optional().catch(undefined)

/** What the address says, so that the way back from a ticket shows the same report. Anything else in it is ignored. */
export const ReportsSearch = z.object({
  tab: z.enum(reportTabs).optional().catch(undefined),
  from: Day,
  to: Day,
  contactId: z.int().min(1).optional().catch(undefined),
  connections: Ids,
  queues: Ids,
  users: Ids,
  tags: Ids,
  status: z.array(TicketStatus).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  size: z.literal(reportPageSizes).optional().catch(undefined),
})
type ReportsSearch = z.output<typeof ReportsSearch>

export const choiceOf = (search: ReportsSearch, today: string): ReportChoice => {
  const days = usualDays(today)
  return {
    tab: search.tab ?? 'tickets',
    from: search.from ?? days.from,
    to: search.to ?? days.to,
    contactId: search.contactId,
    connections: search.connections ?? [],
    queues: search.queues ?? [],
    users: search.users ?? [],
    tags: search.tags ?? [],
    status: search.status ?? [],
    page: search.page ?? 1,
    size: search.size ?? defaultPageSize,
  }
}
