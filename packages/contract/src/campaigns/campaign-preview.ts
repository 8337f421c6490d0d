import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Id, IdParams, OptionalId, PageNumber, SearchParam, When, changeOf, whole } from '../shared/fields.ts'
import { TemplateParts } from '../message-templates/template-parts.ts'
import { CampaignBody, skipReasons } from './campaigns.ts'
import { PriceCategory } from './message-prices.ts'

/**
 * A campaign before it starts, as it is on a form. `campaignId`: what the body does not name is as in this campaign, and its
 * file goes along. Nothing is stored.
 */
const Planned = changeOf(CampaignBody).extend({ campaignId: OptionalId.default(null) })

/** Why an entry gets no message. `double`: another entry has the same number. */
export const leftOutReasons = [...skipReasons, 'double'] as const
export const LeftOutReason = z.enum(leftOutReasons)
export type LeftOutReason = z.output<typeof LeftOutReason>

/** `to`: who gets it. `unchecked`: who gets it if the network has their number. `lacking`: who lacks a variable. */
export const previewGroups = ['to', 'unchecked', 'lacking', ...leftOutReasons] as const
export const PreviewGroup = z.enum(previewGroups)
export type PreviewGroup = z.output<typeof PreviewGroup>

const ConnectionEnd = z.object({
  id: z.number(),
  name: z.string(),
  people: z.number(),
  /** When it may send its first message. Null: not within 60 days. */
  startsAt: When.nullable(),
  /** Its network forbids it to start talks until then. */
  isHeld: z.boolean(),
  /** It sends nothing until a person ends that. */
  isPaused: z.boolean(),
})

/** `paused`: a person has to end the pause of a number. `tooLong`: it takes more than 60 days. */
export const unknownEnds = ['paused', 'tooLong'] as const

/** What makes a campaign last longer than its pace: quiet hours, the daily budgets of the numbers, or both. */
export const endLimits = ['hours', 'budgets', 'both'] as const

/**
 * When the last message goes out, and how that was computed: each connection sends to one person after another, in the hours and
 * within the budgets of its number.
 */
export const CampaignEnd = z.object({
  startsAt: When,
  /** Null: it is not known, for the reason `unknown`. Then `people` of the connections are those of 60 days. */
  endsAt: When.nullable(),
  unknown: z.enum(unknownEnds).nullable(),
  limitedBy: z.enum(endLimits).nullable(),
  /** In seconds, on average, from one person to the next of a connection. */
  perPerson: z.number(),
  /** In seconds: how much of that is pause. */
  pause: z.number(),
  connections: z.array(ConnectionEnd),
  /** People are asked first, and who says yes gets the message later. */
  hasQuestion: z.boolean(),
})
export type CampaignEnd = z.output<typeof CampaignEnd>

/**
 * What may cost the number. `strangers`: percent of people who never talked with the company. `unchecked`: people. `newNumber`:
 * days since the connection was made. `links`: variants with a link. `oneText`: people who get the same text. `shortPause`:
 * seconds. `offline`: connections that are not connected now.
 */
export const campaignRisks = [
  'strangers',
  'unchecked',
  'newNumber',
  'links',
  'oneText',
  'shortPause',
  'offline',
] as const
export const CampaignRisk = z.object({
  code: z.enum(campaignRisks),
  value: z.number(),
  connection: z.string().nullable(),
})
export type CampaignRisk = z.output<typeof CampaignRisk>

/** By the price table of the company. */
export const CampaignCost = z.object({
  /** Rounded once. Null: the table is empty, so nobody knows. */
  cents: z.number().nullable(),
  currency: z.string(),
  /** Messages that cost something, by category and the beginning of the number. */
  priced: z.array(z.object({ category: PriceCategory, prefix: z.string(), count: z.number(), millionths: z.number() })),
  /** Messages on connections that are paid by message, for which the table has no price. */
  unpriced: z.number(),
  /** A paired phone costs nothing. Campaigns break the terms of its network. */
  hasPairedPhone: z.boolean(),
})
export type CampaignCost = z.output<typeof CampaignCost>

export const CampaignPreview = z.object({
  /** How many people get it. */
  people: z.number(),
  /** How many a campaign of this company may have, by its plan. */
  mostPeople: z.number(),
  leftOut: z.array(z.object({ reason: LeftOutReason, count: z.number() })),
  unchecked: z.number(),
  strangers: z.number(),
  /** Variables without a default that are empty for some of them. */
  lacking: z.array(z.object({ variable: z.string(), count: z.number() })),
  /** Null without connections. */
  end: CampaignEnd.nullable(),
  risks: z.array(CampaignRisk),
  cost: CampaignCost,
})
export type CampaignPreview = z.output<typeof CampaignPreview>

const PreviewPerson = z.object({
  /** The number without its ninth digit: it names the person. */
  key: z.string(),
  name: z.string(),
  number: z.string(),
})
export type PreviewPerson = z.output<typeof PreviewPerson>

const PersonKey = z.string('required').trim().min(1, 'required').max(60, 'tooLong')

const PreviewText = z.object({
  variant: z.number(),
  text: z.string(),
  /** What it is made from. Values that are missing have no entry: without them the person gets nothing. */
  template: z.object({ parts: TemplateParts, values: z.record(z.string(), z.string()) }).nullable(),
})

export const campaignPreviewCalls = {
  previewCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/preview',
    summary: 'How many get a campaign, how long it takes, what it costs and what it risks; nothing is stored',
    access: 'manager',
    feature: 'useCampaigns',
    body: Planned,
    answer: CampaignPreview,
  }),
  previewPeople: endpoint({
    method: 'POST',
    path: '/campaigns/preview/people',
    summary: 'Who gets a campaign, or who does not for one reason, a page',
    access: 'manager',
    feature: 'useCampaigns',
    body: Planned.extend({
      group: PreviewGroup,
      /** Of the group `lacking`. */
      variable: z.string().max(60, 'tooLong').default(''),
      searchParam: SearchParam,
      pageNumber: PageNumber,
    }),
    answer: z.object({ people: z.array(PreviewPerson), hasMore: z.boolean() }),
  }),
  previewTexts: endpoint({
    method: 'POST',
    path: '/campaigns/preview/texts',
    summary: 'The texts of a campaign as one person gets them',
    access: 'manager',
    feature: 'useCampaigns',
    body: Planned.extend({ key: PersonKey }),
    answer: z.object({ person: PreviewPerson, messages: z.array(PreviewText), confirmations: z.array(PreviewText) }),
  }),
  testCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/:id/test',
    summary: 'Send one text of a campaign, with its file, to a number of one’s own; no campaign counts it',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: z.object({
      number: z.string('required').trim().min(8, 'tooShort').max(50, 'tooLong'),
      variant: whole(1, 5),
      /** The question instead of the message. */
      isQuestion: z.boolean().default(false),
      /** Whose variables it has; none: nobody's. */
      key: PersonKey.nullable().default(null),
    }),
    answer: z.object({ messageId: Id }),
  }),
} as const
