import { z } from 'zod'

export const scheduleViews = ['month', 'week', 'day', 'list'] as const

/** What the address says: how it is shown, and the contact of a new one. Anything else in it is ignored. */
export const SchedulesSearch = z.object({
  contactId: z.coerce.number().int().positive().optional().catch(undefined),
  view: z.enum(scheduleViews).optional().catch(undefined),
  day: z.iso.date().optional().catch(undefined),
})
export type SchedulesSearch = z.output<typeof SchedulesSearch>
