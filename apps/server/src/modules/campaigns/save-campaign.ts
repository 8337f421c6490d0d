import type { Api, Parsed } from '@guiche/contract'
import { audit } from '#platform/audit'
import { factsOf } from '#channels/facts'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { storableJson } from '#platform/text'
import { getConnection } from '#modules/connections'
import { assertFileLists } from '#modules/file-lists'
import { readMoment } from '#modules/schedules'
import { accessCampaignForChange } from './access-campaign.ts'
import {
  type CampaignValues,
  type LockedCampaign,
  changeCampaign,
  findReferences,
  insertCampaign,
  markRemoved,
  setConnections,
} from './tables/campaigns.repository.ts'
import { nameOfSource } from './tables/audience.repository.ts'
import type { Source } from './tables/people.ts'
import { assertComplete, assertHasTexts, missing } from './complete-campaign.ts'
import { forgetHasSent } from './note-answers.ts'
import { type CampaignWording, assertFits, assertUsable, connectionsOf } from './wordings/assert-wording.ts'
import type { Templates } from './wordings/templates.ts'
import { takeBackForever } from './take-back.ts'

type NewCampaign = Parsed<Api['createCampaign']>['body']
type Change = Parsed<Api['updateCampaign']>['body']

export async function createCampaign(ctx: UserCtx, body: NewCampaign): Promise<number> {
  await assertReferences(ctx, body)
  await assertFileLists(ctx, listsIn(body))
  const messages = textsOf(body, 'message', [])
  const confirmations = textsOf(body, 'confirmationMessage', [])
  const templates = templatesOf(body, 'template', null)
  const confirmation_templates = templatesOf(body, 'confirmationTemplate', null)
  const { confirmation } = body
  const source = sourceOf(body, nobody)
  const scheduledAt = await momentOf(ctx, body.scheduledAt)
  const wording = { messages, confirmations, templates, confirmation_templates, file_id: null }
  if (scheduledAt !== null) assertComplete({ ...wording, confirmation, ...source })
  const id = await insertCampaign(ctx, {
    name: body.name,
    status: scheduledAt === null ? 'INATIVA' : 'PROGRAMADA',
    messages,
    confirmation,
    confirmations,
    ...storedTemplates(wording),
    ...(await storedSource(ctx, source)),
    file_list_id: body.fileListId,
    queue_id: body.queueId,
    answer_tag_id: body.answerTagId,
    scheduled_at: scheduledAt,
  })
  await setConnections(ctx, id, body.whatsappId)
  await assertMaySay(ctx, id, { ...wording, file_list_id: body.fileListId })
  await audit(ctx, { action: 'campaign.created', object: 'campaign', objectId: id, detail: { name: body.name } })
  ctx.emit('campaign.saved', { campaignId: id, isNew: true })
  runSoon(ctx)
  return id
}

/** Absent fields stay as they are. Of a stopped campaign only the texts change; what clients send besides is ignored. */
export async function updateCampaign(ctx: UserCtx, id: number, change: Change): Promise<void> {
  const before = await accessCampaignForChange(ctx, id)
  const texts = {
    messages: textsOf(change, 'message', before.messages),
    confirmations: textsOf(change, 'confirmationMessage', before.confirmations),
    templates: templatesOf(change, 'template', before.templates),
    confirmation_templates: templatesOf(change, 'confirmationTemplate', before.confirmation_templates),
  }
  if (before.status === 'CANCELADA') {
    assertHasTexts({ ...before, ...texts })
    await assertMaySay(ctx, id, { ...before, ...texts })
    await changeCampaign(ctx, id, { ...texts, ...storedTemplates(texts) })
  } else {
    assertEditable(before)
    await changeWhole(ctx, before, change, texts)
  }
  ctx.emit('campaign.saved', { campaignId: id })
  runSoon(ctx)
}

function runSoon(ctx: UserCtx): void {
  ctx.wake('campaigns')
  ctx.afterCommit(() => forgetHasSent(ctx))
}

async function changeWhole(
  ctx: UserCtx,
  before: LockedCampaign,
  change: Change,
  texts: Pick<LockedCampaign, 'messages' | 'confirmations' | 'templates' | 'confirmation_templates'>,
): Promise<void> {
  await assertReferences(ctx, change)
  await assertFileLists(ctx, listsIn(change))
  const source = sourceOf(change, before)
  const values = {
    ...texts,
    ...storedTemplates(texts),
    name: change.name,
    confirmation: change.confirmation ?? before.confirmation,
    ...(await storedSource(ctx, source)),
    ...attachmentOf(change),
    queue_id: change.queueId,
    answer_tag_id: change.answerTagId,
    ...(await dateOf(ctx, before, change.scheduledAt)),
    failure: null,
  } satisfies CampaignValues
  if (values.status === 'PROGRAMADA') assertComplete({ ...before, ...values, ...source, ...texts })
  if (change.whatsappId) await setConnections(ctx, before.id, change.whatsappId)
  const { file_id = before.file_id, file_list_id = before.file_list_id } = values
  await assertMaySay(ctx, before.id, { ...texts, file_id, file_list_id })
  await changeCampaign(ctx, before.id, values)
}

/**
 * It is gone at once for everybody; a job removes its people, who may be a million. What it has sent stays in its conversations,
 * and nothing more is sent: what was in flight when it was cancelled may have come back into the outbox since.
 */
export async function deleteCampaign(ctx: UserCtx, id: number): Promise<void> {
  const { name } = await accessCampaignForChange(ctx, id)
  await takeBackForever(ctx, id)
  await markRemoved(ctx, id)
  await audit(ctx, { action: 'campaign.deleted', object: 'campaign', objectId: id, detail: { name } })
  await ctx.enqueue('campaigns.remove', { campaignId: id })
  ctx.emit('campaign.deleted', { campaignId: id })
}

/** Without a date, or with one that is not near. */
export function assertEditable({ status, is_fixed }: LockedCampaign): void {
  if (status === 'INATIVA' || (status === 'PROGRAMADA' && !is_fixed)) return
  throw badRequest('ERR_CAMPAIGN_NOT_EDITABLE')
}

/** A date that is sent again may have passed; another one may not. */
async function dateOf(ctx: UserCtx, before: LockedCampaign, sent: string | null | undefined) {
  if (sent === undefined) return { status: before.status, scheduled_at: before.scheduled_at }
  const { scheduled_at: known } = before
  const moment = sent === null ? null : await readMoment(ctx, sent)
  if (moment?.is_past && moment.at.getTime() !== known?.getTime()) throw badRequest('ERR_SCHEDULE_IN_PAST')
  return { status: moment ? 'PROGRAMADA' : 'INATIVA', scheduled_at: moment?.at ?? null } as const
}

async function momentOf(ctx: UserCtx, sent: string | null): Promise<Date | null> {
  if (sent === null) return null
  const { at, is_past } = await readMoment(ctx, sent)
  if (is_past) throw badRequest('ERR_SCHEDULE_IN_PAST')
  return at
}

export const listsIn = ({ fileListId }: Pick<Change, 'fileListId'>): number[] => (fileListId ? [fileListId] : [])

/** A campaign has a file or a list of files. */
const attachmentOf = ({ fileListId }: Pick<Change, 'fileListId'>) =>
  fileListId ? { file_list_id: fileListId, file_id: null, media_type: null } : { file_list_id: fileListId }

export const nobody: Source = { list_id: null, tag_id: null, audience: null }

/**
 * Who it is for: absent fields stay as they are. Existing clients send list and tag, and the tag counts, as in their own
 * server. They know no audience, so it stays until somebody names a list or a tag.
 */
export function sourceOf(
  { contactListId, tagListId, audience }: Pick<Change, 'contactListId' | 'tagListId' | 'audience'>,
  before: Source,
): Source {
  if (audience) return { ...nobody, audience }
  const tagId = tagListId === undefined ? before.tag_id : tagListId
  if (tagId !== null) return { ...nobody, tag_id: tagId }
  const listId = contactListId === undefined ? before.list_id : contactListId
  if (listId !== null) return { ...nobody, list_id: listId }
  return { ...nobody, audience: audience === undefined ? before.audience : null }
}

const storedSource = async (ctx: UserCtx, source: Source) => ({
  ...source,
  audience: source.audience && storableJson(source.audience),
  audience_name: (await nameOfSource(ctx, source)) ?? '',
})

const five = [1, 2, 3, 4, 5] as const

/** The five texts of a body; those that it does not name stay as they are. */
export const textsOf = (body: Change, prefix: 'message' | 'confirmationMessage', before: readonly string[]): string[] =>
  five.map((nth) => {
    const sent = body[`${prefix}${nth}`]
    return sent === undefined ? (before[nth - 1] ?? '') : (sent ?? '')
  })

/** The five templates of a body; those that it does not name stay as they are. Null: none of them. */
export function templatesOf(
  body: Change,
  prefix: 'template' | 'confirmationTemplate',
  before: Templates | null,
): LockedCampaign['templates'] {
  const chosen = five.map((nth) => {
    const sent = body[`${prefix}${nth}`]
    return sent === undefined ? (before?.[nth - 1] ?? null) : sent
  })
  return chosen.some(Boolean) ? chosen : null
}

const storedTemplates = ({
  templates,
  confirmation_templates,
}: Pick<CampaignWording, 'templates' | 'confirmation_templates'>) => ({
  templates: templates && storableJson(templates),
  confirmation_templates: confirmation_templates && storableJson(confirmation_templates),
})

/** Over its connections, as they are now. */
async function assertMaySay(ctx: UserCtx, campaignId: number, wording: CampaignWording): Promise<void> {
  const connections = await connectionsOf(ctx, campaignId)
  assertFits(connections, wording)
  await assertUsable(ctx, connections, wording)
}

export async function assertReferences(ctx: UserCtx, body: Change): Promise<void> {
  const { contactListId = null, tagListId = null, queueId = null, answerTagId = null, audience = null } = body
  const found = await findReferences(ctx, { listId: contactListId, tagId: tagListId, queueId, answerTagId, audience })
  if (!found?.has_list) throw notFound('ERR_NO_CONTACT_LIST_FOUND')
  if (!found.has_tag || !found.has_answer_tag || !found.has_source_tags) throw notFound('ERR_NO_TAG_FOUND')
  if (!found.has_queue) throw notFound('ERR_NO_QUEUE_FOUND')
  if (!found.has_source_campaign) throw notFound('ERR_NO_CAMPAIGN_FOUND')
  for (const connectionId of body.whatsappId ?? []) {
    const { channel } = await getConnection(ctx, connectionId)
    // A web chat cannot write first.
    if (!factsOf(channel).mayStartConversation) throw missing('whatsappId', 'invalidConnection')
  }
}
