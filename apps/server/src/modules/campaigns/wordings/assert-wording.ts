import type { StoredChannel } from '@guiche/channel'
import type { ErrorCode, TemplateChoice } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { badRequest } from '#platform/errors'
import { fillTemplate } from '#modules/message-templates'
import { type Templates, chosenIn } from './templates.ts'
import { hasText } from './texts.ts'

/** What a campaign says. */
export interface CampaignWording {
  messages: readonly string[]
  confirmations: readonly string[]
  templates: Templates | null
  confirmation_templates: Templates | null
  file_id?: number | null | undefined
  file_list_id?: number | null | undefined
}

export interface Side {
  id: number
  channel: StoredChannel
}

/** The connections of a campaign that still exist. */
export async function connectionsOf(ctx: Ctx, campaignId: number): Promise<Side[]> {
  const { rows } = await sql<Side>`
    select n.id, n.channel from campaign_paces k
    join connections n on n.company_id = k.company_id and n.id = k.connection_id and n.archived_at is null
    where k.company_id = ${ctx.companyId} and k.campaign_id = ${campaignId} order by k.position`.execute(ctx.db)
  return rows
}

const takesTemplates = ({ channel }: Side) => factsOf(channel).templates

/** Why a campaign cannot say this over these connections, whatever its templates are now. */
export function mismatchOf(connections: readonly Side[], wording: CampaignWording): ErrorCode | undefined {
  const hasTemplates = chosenIn(wording).length > 0
  if (!connections.some(takesTemplates)) return hasTemplates ? 'ERR_CAMPAIGN_TAKES_NO_TEMPLATE' : undefined
  if (!connections.every(takesTemplates)) return 'ERR_CAMPAIGN_CONNECTIONS_MIXED'
  const { messages, confirmations, file_id = null, file_list_id = null } = wording
  const saysMore = file_id !== null || file_list_id !== null
  return saysMore || [...messages, ...confirmations].some(hasText) ? 'ERR_CAMPAIGN_NEEDS_TEMPLATE' : undefined
}

/** Some networks take only templates first, with approved wording; others take none. All connections have to take the same. */
export function assertFits(connections: readonly Side[], wording: CampaignWording): void {
  const mismatch = mismatchOf(connections, wording)
  if (mismatch) throw badRequest(mismatch)
}

/** Each template can be sent now over each of these connections, and no value is missing. */
export async function assertUsable(
  ctx: Ctx,
  connections: readonly Side[],
  { templates, confirmation_templates }: CampaignWording,
): Promise<void> {
  const named = [
    ...choicesNamed('template', templates),
    ...choicesNamed('confirmationTemplate', confirmation_templates),
  ]
  for (const { id } of connections)
    for (const { path, choice } of named) await fillTemplate(ctx, id, choice, { isDraft: true, path })
}

const choicesNamed = (field: string, templates: Templates | null): { path: string; choice: TemplateChoice }[] =>
  (templates ?? []).flatMap((choice, nth) => (choice ? [{ path: `body.${field}${nth + 1}`, choice }] : []))
