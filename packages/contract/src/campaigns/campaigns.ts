import { z } from 'zod'
import { Moment } from '../schedules/schedules.ts'
import { endpoint } from '../shared/call.ts'
import {
  Done,
  Flag,
  Id,
  IdParams,
  Name,
  OptionalId,
  PageNumber,
  SearchParam,
  When,
  changeOf,
  seen,
} from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { SendingHold } from '../sending-guard/sending-guard.ts'
import { Timestamps } from '../shared/refs.ts'
import { TemplateChoice } from '../message-templates/template-choice.ts'
import { CampaignAudience } from './campaign-audience.ts'

/**
 * INATIVA: has no date. PROGRAMADA: waits for its date. EM_ANDAMENTO: its messages are sent, or it is paused. CANCELADA: a
 * person has stopped it, and can let it go on. FINALIZADA: nobody is left.
 */
export const campaignStatuses = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export const CampaignStatus = z.enum(campaignStatuses)
export type CampaignStatus = z.output<typeof CampaignStatus>

/**
 * Of one person in a campaign. `reserved`: their message is in the outbox. `uncertain`: it may have arrived, and is never
 * sent again. `skipped`: they were left out.
 */
export const recipientStates = [
  'waiting',
  'reserved',
  'sent',
  'delivered',
  'read',
  'answered',
  'failed',
  'uncertain',
  'skipped',
] as const
export const RecipientState = z.enum(recipientStates)
export type RecipientState = z.output<typeof RecipientState>

/** Why a person was left out. `templateValues`: a value that the template needs is empty for them, or cannot be sent. */
export const skipReasons = [
  'invalid',
  'group',
  'own',
  'blocked',
  'optedOut',
  'cap',
  'declined',
  'templateValues',
] as const
export type SkipReason = (typeof skipReasons)[number]

const five = [1, 2, 3, 4, 5] as const
type Five = (typeof five)[number]

/** The fields `message1` to `message5`, or of another name. */
const ofEach = <P extends string, T extends z.ZodType>(prefix: P, field: T) =>
  // TypeScript loses the names in fromEntries.
  Object.fromEntries(five.map((n) => [`${prefix}${n}`, field])) as { [K in `${P}${Five}`]: T }

const Ref = z.object({ id: z.number(), name: z.string() })

const RecipientItem = z.object({
  id: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  isWhatsappValid: z.boolean().nullable(),
  companyId: z.number(),
  contactListId: z.number().nullable(),
})

/** What a campaign has sent to one person. The last four fields are our own. */
export const CampaignShipping = z.object({
  id: z.number(),
  jobId: z.string().nullable(),
  number: z.string(),
  message: z.string().nullable(),
  confirmationMessage: z.string().nullable(),
  confirmation: z.boolean().nullable(),
  contactId: z.number(),
  campaignId: z.number(),
  confirmationRequestedAt: When.nullable(),
  confirmedAt: When.nullable(),
  deliveredAt: When.nullable(),
  ...Timestamps,
  state: RecipientState,
  reason: z.string().nullable(),
  variant: z.number().nullable(),
  whatsappId: z.number().nullable(),
})
export type CampaignShipping = z.output<typeof CampaignShipping>

/**
 * How many people. `doubles`: entries of the list with the number of another one. `reached`: the network has the message.
 * `requested`, `confirmed`: were asked, have said yes.
 */
export const CampaignCounts = z.object({
  total: z.number(),
  doubles: z.number(),
  valid: z.number(),
  reached: z.number(),
  requested: z.number(),
  confirmed: z.number(),
  states: z.record(RecipientState, z.number()),
})
export type CampaignCounts = z.output<typeof CampaignCounts>

export const CampaignView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  status: CampaignStatus,
  confirmation: z.boolean(),
  ...ofEach('message', z.string().nullable()),
  ...ofEach('confirmationMessage', z.string().nullable()),
  /** Instead of texts, on connections that may only begin a talk with a template. Values may have variables as texts have. */
  ...ofEach('template', TemplateChoice.nullable()),
  ...ofEach('confirmationTemplate', TemplateChoice.nullable()),
  /** The address of the file, valid for some minutes. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Instead of a file: a list whose files come after the message. */
  fileListId: z.number().nullable(),
  scheduledAt: When.nullable(),
  completedAt: When.nullable(),
  contactListId: z.number().nullable(),
  contactList: Ref.extend({ contactsCount: z.number() }).nullable(),
  tagListId: z.union([z.literal('Nenhuma'), z.number()]),
  /** Instead of a list or a tag. */
  audience: CampaignAudience.nullable(),
  /** The names of its list, its tags or the earlier campaign. Empty: it has none. */
  audienceName: z.string(),
  /** The ids of its connections, joined by commas. */
  whatsappId: z.string(),
  /** Its first connection, with the names of all. */
  whatsapp: Ref.nullable(),
  whatsapps: z.array(Ref),
  /** Which of them do not send now although it is EM_ANDAMENTO. */
  holds: z.array(SendingHold.extend({ whatsappId: z.number() })),
  /** Where the ticket of an answer begins; null: as usual. */
  queueId: z.number().nullable(),
  /** The tag of that ticket. */
  answerTagId: z.number().nullable(),
  /** The code of an error: why it could not start. */
  failure: z.string().nullable(),
  ...Timestamps,
})
export type CampaignView = z.output<typeof CampaignView>

/** Before its start nobody is counted. */
export const ListedCampaign = CampaignView.extend({ counts: CampaignCounts })
export type ListedCampaign = z.output<typeof ListedCampaign>

/** With its people, if there are no more than `limits.campaignShown`; otherwise their numbers only. */
export const CampaignRecord = ListedCampaign.extend({
  contactList: Ref.extend({ contactsCount: z.number(), contacts: z.array(RecipientItem) }),
  shipping: z.array(CampaignShipping),
})
export type CampaignRecord = z.output<typeof CampaignRecord>

/**
 * What the event of a campaign with more people says while its messages are sent: how many are where. Without its texts and
 * connections, which do not change meanwhile, it is small enough to come every second.
 */
export const CampaignProgress = CampaignRecord.omit({
  message1: true,
  message2: true,
  message3: true,
  message4: true,
  message5: true,
  confirmationMessage1: true,
  confirmationMessage2: true,
  confirmationMessage3: true,
  confirmationMessage4: true,
  confirmationMessage5: true,
  template1: true,
  template2: true,
  template3: true,
  template4: true,
  template5: true,
  confirmationTemplate1: true,
  confirmationTemplate2: true,
  confirmationTemplate3: true,
  confirmationTemplate4: true,
  confirmationTemplate5: true,
  mediaPath: true,
  whatsapps: true,
  audienceName: true,
})
export type CampaignProgress = z.output<typeof CampaignProgress>

/** A text of which nothing is seen is none: the person would get an empty message. */
const text = z
  .string()
  .max(limits.campaignText, 'tooLong')
  .nullable()
  .transform((sent) => (sent !== null && seen(sent) !== '' ? sent : null))
  .default(null)

/** Selects of existing clients send the name of their first option for none. */
const NoneOrId = z.union([OptionalId, z.literal('Nenhuma').transform(() => null)]).default(null)

/** Existing clients send `2026-11-24 09:30:00`, in the company's time zone, or null. */
const ScheduledAt = z
  .union([
    z.literal('').transform(() => null),
    z.null(),
    z
      .string('required')
      .transform((sent) => sent.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
      .pipe(Moment),
  ])
  .default(null)

/** Ids joined by commas; a number or a list of them from other clients. */
const ConnectionIds = z
  .union([z.string('required'), z.number(), z.array(z.union([z.string(), z.number()]))], 'required')
  .transform((sent) => [sent].flat().flatMap((part) => String(part).split(',')))
  .transform((parts): (string | number)[] => [
    ...new Set(parts.map((part) => part.trim()).filter((part) => part !== '')),
  ])
  .pipe(z.array(Id).min(1, 'required').max(limits.campaignConnections, 'tooMany'))

/** What else clients send is ignored: `status` follows from the date, and the company is that of the session. */
export const CampaignBody = z.object({
  name: Name,
  ...ofEach('message', text),
  ...ofEach('confirmationMessage', text),
  ...ofEach('template', TemplateChoice.nullable().default(null)),
  ...ofEach('confirmationTemplate', TemplateChoice.nullable().default(null)),
  confirmation: Flag.default(false),
  scheduledAt: ScheduledAt,
  contactListId: NoneOrId,
  tagListId: NoneOrId,
  audience: CampaignAudience.nullable().default(null),
  whatsappId: ConnectionIds,
  /** Takes the place of a file. */
  fileListId: OptionalId.default(null),
  queueId: OptionalId.default(null),
  answerTagId: OptionalId.default(null),
})

/** One of its numbers; without it all of them. */
const PauseBody = z.object({ whatsappId: Id.optional() })

const FileAnswer = z.object({ mensagem: z.string() })

export const campaignCalls = {
  listCampaigns: endpoint({
    method: 'GET',
    path: '/campaigns',
    summary: 'Campaigns, the newest first',
    access: 'manager',
    feature: 'useCampaigns',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.object({ records: z.array(ListedCampaign), count: z.number(), hasMore: z.boolean() }),
  }),
  getCampaign: endpoint({
    method: 'GET',
    path: '/campaigns/:id',
    summary: 'One campaign with its people',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: CampaignRecord,
  }),
  createCampaign: endpoint({
    method: 'POST',
    path: '/campaigns',
    summary: 'A new campaign; with a date it starts by itself',
    access: 'manager',
    feature: 'useCampaigns',
    body: CampaignBody,
    answer: CampaignRecord,
  }),
  updateCampaign: endpoint({
    method: 'PUT',
    path: '/campaigns/:id',
    summary: 'Change a campaign that is not soon to start; of a stopped one its texts',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: changeOf(CampaignBody),
    answer: CampaignRecord,
  }),
  cancelCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/:id/cancel',
    summary: 'Stop a campaign',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    status: 204,
    answer: z.null(),
  }),
  restartCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/:id/restart',
    summary: 'Let a stopped campaign go on with those whom it has not reached',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    status: 204,
    answer: z.null(),
  }),
  pauseCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/:id/pause',
    summary: 'Pause a campaign on one of its numbers, or on all',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: PauseBody,
    status: 204,
    answer: z.null(),
  }),
  resumeCampaign: endpoint({
    method: 'POST',
    path: '/campaigns/:id/resume',
    summary: 'Let a paused campaign go on with one of its numbers, or with all',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    body: PauseBody,
    status: 204,
    answer: z.null(),
  }),
  deleteCampaign: endpoint({
    method: 'DELETE',
    path: '/campaigns/:id',
    summary: 'Remove a campaign; one that is running stops',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: Done,
  }),
  setCampaignFile: endpoint({
    method: 'POST',
    path: '/campaigns/:id/media-upload',
    summary: 'The file that goes with the message of a campaign, instead of the one before',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    form: z.object({}),
    answer: FileAnswer,
  }),
  removeCampaignFile: endpoint({
    method: 'DELETE',
    path: '/campaigns/:id/media-upload',
    summary: 'Take the file from a campaign',
    access: 'manager',
    feature: 'useCampaigns',
    params: IdParams,
    answer: FileAnswer,
  }),
} as const
