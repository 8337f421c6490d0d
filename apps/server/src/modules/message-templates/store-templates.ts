import { TemplateCategory, TemplateQuality, TemplateStatus } from '@guiche/contract'
import type { Template, TemplateNews } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import {
  type TemplateValuesAtMeta,
  changeTemplate,
  findByNetworkId,
  keepTemplates,
  markPaused,
  removeOtherTemplates,
} from './message-templates.repository.ts'

/** Stores what Meta has in an account. `askedAt`: when it was asked for all of them, so that what is gone is removed. */
export async function storeTemplates(
  ctx: Ctx,
  accountId: string,
  templates: readonly Template[],
  { askedAt }: { askedAt?: Date } = {},
): Promise<void> {
  const values = templates.map(valuesOf)
  const saved = values.length === 0 ? [] : await keepTemplates(ctx, accountId, values, askedAt ?? null)
  for (const templateId of saved) ctx.emit('messageTemplate.saved', { templateId })
  if (!askedAt) return
  const networkIds = values.map(({ network_id }) => network_id)
  for (const templateId of await removeOtherTemplates(ctx, accountId, networkIds, askedAt))
    ctx.emit('messageTemplate.deleted', { templateId })
}

declare module '#platform/work/jobs' {
  interface Jobs {
    /** All templates of the account of a connection are read. */
    'messageTemplates.sync': { companyId: number; connectionId: number }
  }
}

/** Reads all templates of the account of a connection, soon. `startAfter`: in seconds. */
export const askForTemplates = (ctx: Ctx, connectionId: number, startAfter = 1): Promise<void> =>
  ctx.enqueue('messageTemplates.sync', { connectionId }, { key: `${ctx.companyId}:${connectionId}`, startAfter })

/** In seconds. If Meta lists a template as approved and refuses it all the same, it is not tried again and again. */
const asksAfterRefusal = 60

/** Meta has refused to send these templates. They are not used until it has said how they are. */
export async function noteRefused(ctx: Ctx, connectionId: number, templateIds: readonly number[]): Promise<void> {
  for (const templateId of await markPaused(ctx, templateIds)) ctx.emit('messageTemplate.saved', { templateId })
  await askForTemplates(ctx, connectionId, asksAfterRefusal)
}

/** What Meta tells by itself of the account of a connection. */
export async function applyTemplateNews(ctx: Ctx, connectionId: number, news: TemplateNews): Promise<void> {
  const templateId = await findByNetworkId(ctx, news.accountId, news.id)
  // It was made elsewhere.
  if (templateId === undefined) return askForTemplates(ctx, connectionId)
  await changeTemplate(ctx, templateId, {
    status: news.status === undefined ? undefined : statusOf(news.status),
    quality: news.quality === undefined ? undefined : qualityOf(news.quality),
    category: news.category === undefined ? undefined : TemplateCategory.safeParse(news.category.toLowerCase()).data,
    rejected_reason: news.rejectedReason === undefined ? undefined : reasonOf(news.rejectedReason),
  })
  ctx.emit('messageTemplate.saved', { templateId })
}

const valuesOf = (template: Template): TemplateValuesAtMeta => ({
  network_id: template.id,
  name: template.name,
  language: template.language,
  // Meta has no others. One that it invents is billed like the dearest.
  category: TemplateCategory.catch('marketing').parse(template.category.toLowerCase()),
  status: statusOf(template.status),
  quality: qualityOf(template.quality),
  rejected_reason: reasonOf(template.rejectedReason),
  format: template.format,
  components: template.components,
})

const statusOf = (status: string): TemplateStatus => TemplateStatus.catch('unknown').parse(status.toLowerCase())
const qualityOf = (quality: string) => TemplateQuality.catch('unknown').parse(quality.toLowerCase())
const reasonOf = (reason: string) => (reason === 'NONE' ? '' : reason.slice(0, 100))
