import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import {
  type CampaignRow,
  type Source,
  type Templates,
  accessCampaign,
  assertReferences,
  listsIn,
  nobody,
  sourceOf,
  templatesOf,
  textsOf,
} from '#modules/campaigns'
import { assertFileListsExist } from '#modules/file-lists'
import { readMoment } from '#modules/schedules'

/** A campaign as it would start now, or go on if it has started. */
export interface Plan extends Source {
  /** Its people are fixed, and those get it who wait. */
  waiting_of: number | null
  /** Null: it was not saved yet. */
  campaignId: number | null
  messages: string[]
  confirmation: boolean
  confirmations: string[]
  /** Instead of texts. */
  templates: Templates | null
  confirmation_templates: Templates | null
  connectionIds: number[]
  scheduledAt: Date | null
  file: PlannedFile | null
  /** Its files come after the message. */
  fileListId: number | null
}

export interface PlannedFile {
  fileId: number
  mediaType: string
  bytes: number
}

type Planned = Parsed<Api['previewCampaign']>['body']

/** What the body does not name is as in the campaign that it names. */
export async function readPlan(ctx: UserCtx, body: Planned): Promise<Plan> {
  const campaign = body.campaignId === null ? undefined : await accessCampaign(ctx, body.campaignId)
  const before = campaign && planOf(campaign)
  await assertReferences(ctx, body)
  await assertFileListsExist(ctx, listsIn(body))
  const fileListId = body.fileListId === undefined ? (before?.fileListId ?? null) : body.fileListId
  return {
    campaignId: body.campaignId,
    messages: textsOf(body, 'message', before?.messages ?? []),
    confirmation: body.confirmation ?? before?.confirmation ?? false,
    confirmations: textsOf(body, 'confirmationMessage', before?.confirmations ?? []),
    templates: templatesOf(body, 'template', before?.templates ?? null),
    confirmation_templates: templatesOf(body, 'confirmationTemplate', before?.confirmation_templates ?? null),
    ...peopleFor(body, campaign),
    connectionIds: body.whatsappId ?? before?.connectionIds ?? [],
    scheduledAt: body.scheduledAt === undefined ? (before?.scheduledAt ?? null) : await momentOf(ctx, body.scheduledAt),
    file: fileListId === null ? (before?.file ?? null) : null,
    fileListId,
  }
}

/** The people of a campaign that has started are fixed, unless the body asks about others. */
function peopleFor(body: Planned, campaign: CampaignRow | undefined) {
  const isGoingOn = campaign !== undefined && campaign.started_at !== null
  const source = sourceOf(body, isGoingOn ? nobody : (campaign ?? nobody))
  const isForOthers = source.list_id !== null || source.tag_id !== null || source.audience !== null
  return { ...source, waiting_of: isGoingOn && !isForOthers ? campaign.id : null }
}

const momentOf = async (ctx: UserCtx, sent: string | null) => (sent === null ? null : (await readMoment(ctx, sent)).at)

export function planOf(campaign: CampaignRow): Plan {
  const { id, messages, confirmation, confirmations, list_id, tag_id, audience } = campaign
  const { templates, confirmation_templates } = campaign
  const { file_id, media_type, file_bytes, file_list_id } = campaign
  return {
    campaignId: id,
    messages,
    confirmation,
    confirmations,
    templates,
    confirmation_templates,
    list_id,
    tag_id,
    audience,
    waiting_of: null,
    connectionIds: campaign.connections.map((connection) => connection.id),
    scheduledAt: campaign.scheduled_at,
    file:
      file_id === null || media_type === null
        ? null
        : { fileId: file_id, mediaType: media_type, bytes: file_bytes ?? 0 },
    fileListId: file_list_id,
  }
}
