import { z } from 'zod'
import { endpoint } from './call.ts'
import {
  Day,
  Done,
  Email,
  Id,
  IdParams,
  Name,
  PageNumber,
  Schedules,
  SearchParam,
  changeOf,
  hasLetters,
  hasYear,
  numeric,
  optionalText,
  whole,
} from './fields.ts'
import { CompanyView, PlanView } from './views.ts'

const Feature = z.boolean().default(true)
export const PlanBody = z.object({
  name: z.string('required').trim().min(2, 'tooShort').max(100, 'tooLong').refine(hasLetters(2), 'tooShort'),
  users: whole(1, 100_000),
  connections: whole(1, 100_000),
  queues: whole(1, 100_000),
  amount: numeric(z.number().min(0).max(9_999_999)).default(0),
  isPublic: z.boolean().default(true),
  useWhatsapp: Feature,
  useFacebook: Feature,
  useInstagram: Feature,
  useCampaigns: Feature,
  useSchedules: Feature,
  useInternalChat: Feature,
  useExternalApi: Feature,
  useKanban: Feature,
  useOpenAi: Feature,
  useIntegration: Feature,
})

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
  recurrence: z.enum(['', 'MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']).default(''),
}
/** The password is that of the company's first admin, who logs in with the company's e-mail. */
export const NewCompany = z.object({ ...companyFields, password: z.string().min(8, 'tooShort').max(50, 'tooLong') })
export const CompanyChange = changeOf(z.object(companyFields))

const Page = z.object({ searchParam: SearchParam, pageNumber: PageNumber })
const CompanyPage = z.object({ companies: z.array(CompanyView), count: z.number(), hasMore: z.boolean() })

export const companyCalls = {
  listCompanies: endpoint({
    method: 'GET',
    path: '/companies',
    summary: 'Companies of the installation, a page',
    access: 'super',
    query: Page,
    answer: CompanyPage,
  }),
  listCompaniesWithPlan: endpoint({
    method: 'GET',
    path: '/companiesPlan',
    summary: 'The same, for the companies page',
    access: 'super',
    query: Page,
    answer: CompanyPage,
  }),
  pickCompanies: endpoint({
    method: 'GET',
    path: '/companies/list',
    summary: 'All companies for the operator, the own one for everybody else',
    access: 'expired',
    answer: z.array(CompanyView),
  }),
  companyPlan: endpoint({
    method: 'GET',
    path: '/companies/listPlan/:id',
    summary: 'A company with its plan',
    access: 'expired',
    params: IdParams,
    answer: CompanyView,
  }),
  getCompany: endpoint({
    method: 'GET',
    path: '/companies/:id',
    summary: 'One company',
    access: 'expired',
    params: IdParams,
    answer: CompanyView,
  }),
  createCompany: endpoint({
    method: 'POST',
    path: '/companies',
    summary: 'A new company with its admin',
    access: 'super',
    body: NewCompany,
    answer: CompanyView,
  }),
  updateCompany: endpoint({
    method: 'PUT',
    path: '/companies/:id',
    summary: 'Change a company',
    access: 'super',
    params: IdParams,
    body: CompanyChange,
    answer: CompanyView,
  }),
  setCompanySchedules: endpoint({
    method: 'PUT',
    path: '/companies/:id/schedules',
    summary: 'Service hours of the company',
    access: 'admin',
    params: IdParams,
    body: z.object({ schedules: Schedules }),
    answer: CompanyView,
  }),
} as const

export const planCalls = {
  listPlans: endpoint({
    method: 'GET',
    path: '/plans',
    summary: 'Plans, a page',
    access: 'super',
    query: Page,
    answer: z.object({ plans: z.array(PlanView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickPlans: endpoint({
    method: 'GET',
    path: '/plans/list',
    summary: 'Public plans',
    access: 'public',
    answer: z.array(PlanView),
  }),
  pickPublicPlans: endpoint({
    method: 'GET',
    path: '/plans/listPublic',
    summary: 'Public plans',
    access: 'public',
    answer: z.array(PlanView),
  }),
  allPlans: endpoint({
    method: 'GET',
    path: '/plans/all',
    summary: 'All plans',
    access: 'super',
    answer: z.array(PlanView),
  }),
  getPlan: endpoint({
    method: 'GET',
    path: '/plans/:id',
    summary: 'One plan',
    access: 'super',
    params: IdParams,
    answer: PlanView,
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/plans',
    summary: 'A new plan',
    access: 'super',
    body: PlanBody,
    answer: PlanView,
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/plans/:id',
    summary: 'Change a plan',
    access: 'super',
    params: IdParams,
    body: changeOf(PlanBody),
    answer: PlanView,
  }),
  deletePlan: endpoint({
    method: 'DELETE',
    path: '/plans/:id',
    summary: 'Remove a plan that no company has',
    access: 'super',
    params: IdParams,
    answer: Done,
  }),
} as const
