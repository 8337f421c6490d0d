import { z } from 'zod'
import { Month, companyStates } from '../companies/company-choices.ts'
import { endpoint } from '../shared/call.ts'
import { When } from '../shared/fields.ts'

/** The whole installation in numbers. The platform's own company is no customer, so the numbers of companies leave it out. */
export const Overview = z.object({
  /** Companies by state. */
  states: z.record(z.enum(companyStates), z.number()),
  /** Trials that end within `limits.trialEndingDays`. */
  trialsEnding: z.number(),
  /** Of twelve months, this month last: what came in less what went back, as a decimal. Credits are no money. */
  revenue: z.array(z.object({ month: Month, amount: z.string() })),
  /** Open invoices past their due date. */
  overdue: z.object({ invoices: z.number(), companies: z.number(), amount: z.string() }),
  /** Companies that came and went this month and, second, in the last. `erased`: of those gone, which no list has. */
  movement: z.array(z.object({ month: Month, new: z.number(), gone: z.number(), erased: z.number() })),
  /** Of companies that work. */
  connections: z.object({ up: z.number(), all: z.number() }),
  oldestUnsentAt: When.nullable(),
  /** `ofNone`: they belong to no company that is there. */
  deadLetters: z.object({ count: z.number(), companies: z.number(), ofNone: z.number() }),
})
export type Overview = z.output<typeof Overview>

export const overviewCalls = {
  overview: endpoint({
    method: 'GET',
    path: '/overview',
    summary: 'Companies, revenue and health of the installation in numbers',
    access: 'super',
    feature: 'none',
    answer: Overview,
  }),
} as const
