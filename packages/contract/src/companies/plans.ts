import { z } from 'zod'
import { Timestamps } from '../shared/refs.ts'
import { endpoint } from '../shared/call.ts'
import { Done, IdParams, PageNumber, SearchParam, changeOf, hasLetters, whole } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Money } from '../shared/money.ts'

export const PlanView = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** People in one contact list, people of one campaign, and messages of campaigns in an hour; null: no limit of the plan (S66). */
  contactListPeople: z.number().nullable(),
  campaignPeople: z.number().nullable(),
  campaignsPerHour: z.number().nullable(),
  /** A decimal as text, because existing clients expect it so. */
  amount: z.string(),
  isPublic: z.boolean(),
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegration: z.boolean(),
  /** The same under the name that some clients read. */
  useIntegrations: z.boolean(),
  ...Timestamps,
})
export type PlanView = z.output<typeof PlanView>

/** An empty field sets no limit. */
const Reach = whole(1, limits.contactListItems)
  .or(z.literal('').transform(() => null))
  .nullable()
  .default(null)

const Feature = z.boolean().default(true)
export const PlanBody = z.object({
  name: z.string('required').trim().min(2, 'tooShort').max(100, 'tooLong').refine(hasLetters(2), 'tooShort'),
  users: whole(1, 100_000),
  connections: whole(1, 100_000),
  queues: whole(1, 100_000),
  contactListPeople: Reach,
  campaignPeople: Reach,
  campaignsPerHour: Reach,
  /** Cents in the code, a decimal on the wire. */
  amount: Money.default(0),
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

const Page = z.object({ searchParam: SearchParam, pageNumber: PageNumber })

export const planCalls = {
  listPlans: endpoint({
    method: 'GET',
    path: '/plans',
    summary: 'Plans, a page',
    access: 'super',
    feature: 'none',
    query: Page,
    answer: z.object({ plans: z.array(PlanView), count: z.number(), hasMore: z.boolean() }),
  }),
  pickPlans: endpoint({
    method: 'GET',
    path: '/plans/list',
    summary: 'Public plans',
    access: 'public',
    feature: 'none',
    answer: z.array(PlanView),
  }),
  pickPublicPlans: endpoint({
    method: 'GET',
    path: '/plans/listPublic',
    summary: 'Public plans',
    access: 'public',
    feature: 'none',
    answer: z.array(PlanView),
  }),
  allPlans: endpoint({
    method: 'GET',
    path: '/plans/all',
    summary: 'All plans',
    access: 'super',
    feature: 'none',
    answer: z.array(PlanView),
  }),
  getPlan: endpoint({
    method: 'GET',
    path: '/plans/:id',
    summary: 'One plan',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: PlanView,
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/plans',
    summary: 'A new plan',
    access: 'super',
    feature: 'none',
    body: PlanBody,
    answer: PlanView,
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/plans/:id',
    summary: 'Change a plan',
    access: 'super',
    feature: 'none',
    params: IdParams,
    body: changeOf(PlanBody),
    answer: PlanView,
  }),
  deletePlan: endpoint({
    method: 'DELETE',
    path: '/plans/:id',
    summary: 'Remove a plan that no company has',
    access: 'super',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
