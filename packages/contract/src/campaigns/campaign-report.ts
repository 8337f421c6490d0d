import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, SearchParam, When } from '../shared/fields.ts'
import { holdReasons } from '../sending-guard/sending-guard.ts'
import { CampaignCounts, CampaignView, RecipientState } from './campaigns.ts'
import { PriceCategory } from './message-prices.ts'

/** Why a campaign sent nothing for some time. `stopped`: a person has cancelled it, and restarted it later. */
export const interruptionKinds = ['stopped', ...holdReasons] as const
export type InterruptionKind = (typeof interruptionKinds)[number]

const CampaignInterruption = z.object({
  kind: z.enum(interruptionKinds),
  /** The names of the connections that could not send; null: none could. */
  connection: z.string().nullable(),
  since: When,
  /** Null: it goes on. */
  until: When.nullable(),
})
export type CampaignInterruption = z.output<typeof CampaignInterruption>

/** How many in each `step` seconds, from the start of the campaign on. */
const CampaignSeries = z.object({
  step: z.number(),
  points: z.array(z.object({ at: When, count: z.number() })),
})
export type CampaignSeries = z.output<typeof CampaignSeries>

/** What became of some of the people. Who has read a message has also received it, and so on. */
const outcome = {
  people: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  answered: z.number(),
  failed: z.number(),
} as const

/** People who got no message, or of whom nobody knows. `reason`: a `SkipReason` or the code of an error. */
const CampaignReason = z.object({
  state: z.enum(['failed', 'uncertain', 'skipped']),
  reason: z.string().nullable(),
  count: z.number(),
})
export type CampaignReason = z.output<typeof CampaignReason>

/** What the network says that it takes for the messages, by the price table of the company as it is now. */
const CampaignSpending = z.object({
  /** Rounded once. Null: the table is empty, so nobody knows. */
  cents: z.number().nullable(),
  currency: z.string(),
  /** By category. `other`: one that the table does not have. `unpriced`: of those billed, without a price. */
  categories: z.array(
    z.object({
      category: z.union([PriceCategory, z.literal('other')]),
      billed: z.number(),
      free: z.number(),
      unpriced: z.number(),
    }),
  ),
})
export type CampaignSpending = z.output<typeof CampaignSpending>

export const CampaignReport = z.object({
  campaign: CampaignView,
  counts: CampaignCounts,
  startedAt: When.nullable(),
  /** When nobody is left, if it goes on as in the last half hour. */
  expectedAt: When.nullable(),
  /** Messages that the network has taken, questions too. */
  pace: CampaignSeries,
  answers: CampaignSeries,
  interruptions: z.array(CampaignInterruption),
  reasons: z.array(CampaignReason),
  /** People who have opted out by answering this campaign. Those who were left out because of it are among the reasons. */
  optOuts: z.number(),
  /** By the text that was chosen, 1 to 5. */
  variants: z.array(z.object({ variant: z.number(), ...outcome })),
  connections: z.array(z.object({ id: z.number(), name: z.string(), ...outcome })),
  /** Null: none of its connections is paid by message. */
  spending: CampaignSpending.nullable(),
})
export type CampaignReport = z.output<typeof CampaignReport>

export const CampaignPerson = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  state: RecipientState,
  reason: z.string().nullable(),
  variant: z.number().nullable(),
  /** The name of the connection that was chosen for them. */
  connection: z.string().nullable(),
  requestedAt: When.nullable(),
  confirmedAt: When.nullable(),
  reachedAt: When.nullable(),
  answeredAt: When.nullable(),
})
export type CampaignPerson = z.output<typeof CampaignPerson>

export const CampaignPeopleFilter = z.object({ searchParam: SearchParam, state: RecipientState.optional() })
export type CampaignPeopleFilter = z.output<typeof CampaignPeopleFilter>

export const campaignReportCalls = {
  campaignReport: endpoint({
    method: 'GET',
    path: '/campaigns/:id/report',
    summary: 'What a campaign has reached, when, and what interrupted it',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: CampaignReport,
  }),
  listCampaignPeople: endpoint({
    method: 'GET',
    path: '/campaigns/:id/people',
    summary: 'The people of a campaign that has started, and what became of each',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    /** `after`: the last person of the page before. */
    query: CampaignPeopleFilter.extend({ after: Id.optional() }),
    answer: z.object({ people: z.array(CampaignPerson), hasMore: z.boolean() }),
  }),
  exportCampaignWorkbook: endpoint({
    method: 'GET',
    path: '/campaigns/:id/people.xlsx',
    summary: 'The people of a campaign as a workbook',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    query: CampaignPeopleFilter,
    answer: z.string(),
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  exportCampaignCsv: endpoint({
    method: 'GET',
    path: '/campaigns/:id/people.csv',
    summary: 'The people of a campaign as separated values',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    query: CampaignPeopleFilter,
    answer: z.string(),
    file: 'text/csv; charset=utf-8',
  }),
  repeatForFailed: endpoint({
    method: 'POST',
    path: '/campaigns/:id/failed',
    summary: 'A new campaign, not yet started, to those whom the network refused; nobody who may have got the message',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: CampaignView,
  }),
} as const
