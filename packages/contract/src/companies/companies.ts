import { z } from 'zod'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'
import { PlanView } from './plans.ts'
import { endpoint } from '../shared/call.ts'
import { CompanyUse, companyChoice, companyStates } from './company-choices.ts'
import {
  Day,
  Done,
  Email,
  Id,
  IdParams,
  Name,
  OptionalCount,
  PageNumber,
  ScheduleEntry,
  Schedules,
  SearchParam,
  When,
  changeOf,
  hasYear,
  optionalText,
} from '../shared/fields.ts'

/** Existing clients treat a company without a due date as expired, so they get this date. */
export const neverDue = '2999-12-31'

export const CompanyView = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  document: z.string(),
  paymentMethod: z.string(),
  status: z.boolean(),
  /** YYYY-MM-DD */
  dueDate: z.string().nullable(),
  recurrence: z.string(),
  lastLogin: When.nullable(),
  planId: z.number(),
  plan: PlanView,
  schedules: z.array(ScheduleEntry),
  timezone: z.string(),
  language: z.string(),
  ...Timestamps,
})
export type CompanyView = z.output<typeof CompanyView>

/** How dates are written, and in which language the server writes to customers. */
export const CompanyRegion = z
  .object({
    /** A name of the IANA time zone database. */
    timezone: z.string().max(60).refine(isTimeZone, 'invalidTimeZone'),
    language: z.enum(['pt-BR', 'en', 'es', 'tr']),
  })
  .partial()
export type CompanyRegion = z.output<typeof CompanyRegion>

function isTimeZone(name: string): boolean {
  if (!name.includes('/') && name !== 'UTC') return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How often a company pays; '' is monthly too. */
export const billingPeriods = ['', 'MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

const months: Readonly<Record<string, number>> = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 }

/** How many calendar months a payment lasts. No recurrence is monthly. */
export const monthsOf = (recurrence: string): number => months[recurrence] ?? 1

const DueDate = z
  .union([Day, z.iso.datetime().refine(hasYear, 'invalidDate'), z.literal(''), z.null()])
  .transform((text) => (text ? text.slice(0, 10) : null))

const companyFields = {
  name: Name,
  email: Email,
  phone: optionalText(50),
  document: optionalText(50),
  paymentMethod: optionalText(100),
  planId: Id,
  status: z.boolean().default(true),
  dueDate: DueDate.default(null),
  recurrence: z.enum(billingPeriods).default(''),
  /** Existing clients send them; how many a company may have is decided by its plan. */
  numberAttendants: OptionalCount.optional(),
  numberConections: OptionalCount.optional(),
}
/** The password is that of the company's first admin, who logs in with the company's e-mail. */
export const NewCompany = z.object({
  ...companyFields,
  password: z.string().min(limits.password, 'tooShort').max(50, 'tooLong'),
})
export const CompanyChange = changeOf(z.object(companyFields))

/** A company as the operator's lists show it. */
export const ListedCompany = CompanyView.extend({
  /** Users and connections that it has now; how many it may have is decided by its plan. */
  numberAttendants: z.number(),
  numberConections: z.number(),
  state: z.enum(companyStates),
  /** It is erased `limits.daysUntilErased` days later, unless the operator reopens it. */
  closedAt: When.nullable(),
})
export type ListedCompany = z.output<typeof ListedCompany>

/** A row of a page of companies. */
export const CompanyOfPage = ListedCompany.extend({ use: CompanyUse.optional() })
export type CompanyOfPage = z.output<typeof CompanyOfPage>

const Page = z.object({ searchParam: SearchParam, pageNumber: PageNumber, ...companyChoice })
const CompanyPage = z.object({ companies: z.array(CompanyOfPage), count: z.number(), hasMore: z.boolean() })

export const companyCalls = {
  listCompanies: endpoint({
    method: 'GET',
    path: '/companies',
    summary: 'Companies of the installation, a page',
    access: 'super',
    feature: 'none',
    query: Page,
    answer: CompanyPage,
  }),
  listCompaniesWithPlan: endpoint({
    method: 'GET',
    path: '/companiesPlan',
    summary: 'The same, for the companies page',
    access: 'super',
    feature: 'none',
    query: Page,
    answer: CompanyPage,
  }),
  pickCompanies: endpoint({
    method: 'GET',
    path: '/companies/list',
    summary: 'All companies for the operator, the own one for everybody else',
    access: 'expired',
    feature: 'none',
    answer: z.array(CompanyView),
  }),
  companyPlan: endpoint({
    method: 'GET',
    path: '/companies/listPlan/:id',
    summary: 'A company with its plan; without a due date it has one far away',
    access: 'expired',
    feature: 'none',
    params: IdParams,
    answer: CompanyView.extend({ dueDate: z.string() }),
  }),
  getCompany: endpoint({
    method: 'GET',
    path: '/companies/:id',
    summary: 'One company',
    access: 'expired',
    feature: 'none',
    params: IdParams,
    answer: CompanyView,
  }),
  createCompany: endpoint({
    method: 'POST',
    path: '/companies',
    summary: 'A new company with its admin',
    access: 'super',
    feature: 'none',
    body: NewCompany,
    answer: CompanyView,
  }),
  updateCompany: endpoint({
    method: 'PUT',
    path: '/companies/:id',
    summary: 'Change a company',
    access: 'super',
    feature: 'none',
    params: IdParams,
    body: CompanyChange,
    answer: CompanyView,
  }),
  renewCompany: endpoint({
    method: 'POST',
    path: '/companies/:id/renew',
    summary: 'Add the recurrence to the due date, or to today if that is later',
    access: 'super',
    feature: 'none',
    params: IdParams,
    /** The due date that the caller has seen: if it has changed since, nothing is renewed. */
    body: z.object({ dueDate: DueDate.optional() }),
    answer: CompanyView,
  }),
  closeCompany: endpoint({
    method: 'DELETE',
    path: '/companies/:id',
    summary: 'Close a company at once; it is erased after 30 days',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  reopenCompany: endpoint({
    method: 'POST',
    path: '/companies/:id/reopen',
    summary: 'Take back the closing of a company that is not erased yet',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: CompanyView,
  }),
  setCompanySchedules: endpoint({
    method: 'PUT',
    path: '/companies/:id/schedules',
    summary: 'Service hours of the company',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: z.object({ schedules: Schedules }),
    answer: CompanyView,
  }),
  setCompanyRegion: endpoint({
    method: 'PUT',
    path: '/companies/:id/region',
    summary: 'Time zone and language of the company',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: CompanyRegion,
    answer: CompanyView,
  }),
} as const
