import {
  type CampaignCounts,
  type CampaignProgress,
  type CampaignRecord,
  type CampaignShipping,
  type CampaignView,
  type ListedCampaign,
  type RecipientState,
  limits,
} from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import type { CampaignRow } from './tables/campaigns.repository.ts'
import { type ListedPerson, type RecipientRow, findListed, findRecipients } from './tables/recipients.repository.ts'
import { type StateCount, countRecipients } from './tables/counts.repository.ts'

export function presentCampaign(row: CampaignRow, links: MediaLinks): CampaignView {
  const [first] = row.connections
  return {
    id: row.id,
    companyId: row.company_id,
    name: row.name,
    status: row.status,
    confirmation: row.confirmation,
    message1: textOf(row.messages, 1),
    message2: textOf(row.messages, 2),
    message3: textOf(row.messages, 3),
    message4: textOf(row.messages, 4),
    message5: textOf(row.messages, 5),
    confirmationMessage1: textOf(row.confirmations, 1),
    confirmationMessage2: textOf(row.confirmations, 2),
    confirmationMessage3: textOf(row.confirmations, 3),
    confirmationMessage4: textOf(row.confirmations, 4),
    confirmationMessage5: textOf(row.confirmations, 5),
    template1: row.templates?.[0] ?? null,
    template2: row.templates?.[1] ?? null,
    template3: row.templates?.[2] ?? null,
    template4: row.templates?.[3] ?? null,
    template5: row.templates?.[4] ?? null,
    confirmationTemplate1: row.confirmation_templates?.[0] ?? null,
    confirmationTemplate2: row.confirmation_templates?.[1] ?? null,
    confirmationTemplate3: row.confirmation_templates?.[2] ?? null,
    confirmationTemplate4: row.confirmation_templates?.[3] ?? null,
    confirmationTemplate5: row.confirmation_templates?.[4] ?? null,
    mediaPath: row.file_key === null ? null : links.file(row.company_id, row.file_key),
    mediaName: row.file_name,
    fileListId: row.file_list_id,
    scheduledAt: isoTime(row.scheduled_at),
    completedAt: isoTime(row.completed_at),
    contactListId: row.list_id,
    contactList: row.list_id === null ? null : listOf(row, row.list_id),
    tagListId: row.tag_id ?? 'Nenhuma',
    audience: row.audience,
    audienceName: row.audience_name,
    whatsappId: row.connections.map(({ id }) => id).join(','),
    whatsapp: first ? { id: first.id, name: row.connections.map(({ name }) => name).join(', ') } : null,
    whatsapps: row.connections,
    holds: row.holds.map(({ until, ...hold }) => ({
      ...hold,
      until: until === null ? null : isoTime(new Date(until)),
    })),
    queueId: row.queue_id,
    answerTagId: row.answer_tag_id,
    failure: row.failure,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

const listOf = (row: CampaignRow, id: number) => ({ id, name: row.audience_name, contactsCount: row.list_count })

const textOf = (texts: readonly string[], nth: number) => texts[nth - 1] || null

/** The names of many connections, cut off: all of them are in the record that people open. */
const longestNames = 200

/** What changes while messages are sent, of a campaign whose people are not shown one by one. */
export function progressOf(record: CampaignRecord): CampaignProgress {
  const progress: CampaignProgress & Partial<CampaignRecord> = { ...record, whatsapp: shortened(record.whatsapp) }
  for (const nth of [1, 2, 3, 4, 5] as const) {
    delete progress[`message${nth}`]
    delete progress[`confirmationMessage${nth}`]
    delete progress[`template${nth}`]
    delete progress[`confirmationTemplate${nth}`]
  }
  delete progress.mediaPath
  delete progress.whatsapps
  return progress
}

const shortened = (ref: CampaignRecord['whatsapps'][number] | null) =>
  ref && ref.name.length > longestNames ? { ...ref, name: `${ref.name.slice(0, longestNames)}…` } : ref

/** Campaigns with how many people they have reached. */
export async function readListed(
  ctx: Ctx,
  campaigns: readonly CampaignRow[],
  links: MediaLinks,
): Promise<ListedCampaign[]> {
  const countsOf = await readCounts(ctx, campaigns)
  return campaigns.map((row) => ({ ...presentCampaign(row, links), counts: countsOf(row) }))
}

async function readCounts(ctx: Ctx, campaigns: readonly CampaignRow[]): Promise<(row: CampaignRow) => CampaignCounts> {
  const started = campaigns.filter(({ started_at }) => started_at !== null).map(({ id }) => id)
  const counted = Map.groupBy(await countRecipients(ctx, started), ({ campaign_id }) => campaign_id)
  return (row) => presentCounts(row, counted.get(row.id) ?? [])
}

/** Reads what campaigns show of their people: of those that have not started, who is in their lists. */
export async function readRecords(
  ctx: Ctx,
  campaigns: readonly CampaignRow[],
  links: MediaLinks,
): Promise<CampaignRecord[]> {
  const listIds = campaigns.flatMap(({ started_at, list_id }) => (started_at === null ? (list_id ?? []) : []))
  const countsOf = await readCounts(ctx, campaigns)
  const small = campaigns.filter((row) => row.started_at !== null && countsOf(row).total <= limits.campaignShown)
  const recipients = await findRecipients(
    ctx,
    small.map(({ id }) => id),
  )
  const listed = await findListed(ctx, [...new Set(listIds)])
  return campaigns.map((row) => {
    const own = shown(recipients.filter(({ campaign_id }) => campaign_id === row.id))
    const planned = row.started_at === null ? shown(listed.filter(({ list_id }) => list_id === row.list_id)) : []
    return {
      ...presentCampaign(row, links),
      contactList: {
        ...listOf(row, row.list_id ?? 0),
        contacts: [...own.map((one) => presentRecipient(row, one)), ...planned.map((one) => presentListed(row, one))],
      },
      shipping: own.filter(({ variant }) => variant !== null).map((one) => presentShipping(row, one)),
      counts: countsOf(row),
    }
  })
}

/** Whole or not at all, so that nobody takes a part for the whole. */
const shown = <T>(people: T[]): T[] => (people.length > limits.campaignShown ? [] : people)

type Item = CampaignRecord['contactList']['contacts'][number]

const presentRecipient = (
  campaign: CampaignRow,
  { id, name, number, email, state, requested_at }: RecipientRow,
): Item => ({
  id,
  name,
  number,
  email,
  // Existing clients count only these as people of the campaign.
  isWhatsappValid: state !== 'skipped' || requested_at !== null,
  companyId: campaign.company_id,
  contactListId: campaign.list_id,
})

const presentListed = (campaign: CampaignRow, person: ListedPerson): Item => ({
  id: person.id,
  name: person.name,
  number: person.number,
  email: person.email,
  isWhatsappValid: person.is_valid,
  companyId: campaign.company_id,
  contactListId: person.list_id,
})

/** `message`: the text before its variables were filled in. */
function presentShipping(campaign: CampaignRow, row: RecipientRow): CampaignShipping {
  const { confirmation } = campaign
  const isRequested = confirmation && row.confirmed_at === null
  const variant = row.variant ?? 1
  return {
    id: row.id,
    jobId: null,
    number: row.number,
    message: isRequested ? null : textOf(campaign.messages, variant),
    confirmationMessage: isRequested ? textOf(campaign.confirmations, variant) : null,
    confirmation: confirmation ? row.confirmed_at !== null : null,
    contactId: row.id,
    campaignId: campaign.id,
    confirmationRequestedAt: isoTime(row.requested_at),
    confirmedAt: isoTime(row.confirmed_at),
    deliveredAt: isoTime(row.reached_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    state: row.state,
    reason: row.reason,
    variant: row.variant,
    whatsappId: row.connection_id,
  }
}

export function presentCounts(
  { doubles }: CampaignRow,
  counted: readonly Omit<StateCount, 'campaign_id'>[],
): CampaignCounts {
  const sum = (of: (row: Omit<StateCount, 'campaign_id'>) => number) =>
    counted.reduce((total, row) => total + of(row), 0)
  const inState = (state: RecipientState) => sum((row) => (row.state === state ? row.count : 0))
  return {
    total: sum(({ count }) => count),
    doubles,
    valid: sum(({ valid }) => valid),
    reached: sum(({ reached }) => reached),
    requested: sum(({ requested }) => requested),
    confirmed: sum(({ confirmed }) => confirmed),
    states: {
      waiting: inState('waiting'),
      reserved: inState('reserved'),
      sent: inState('sent'),
      delivered: inState('delivered'),
      read: inState('read'),
      answered: inState('answered'),
      failed: inState('failed'),
      uncertain: inState('uncertain'),
      skipped: inState('skipped'),
    },
  }
}
