import type { TemplateDraft } from '@guiche/contract'
import { createTemplate } from '@guiche/meta'
import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import {
  type TemplateRow,
  accessTemplate,
  changeTemplate,
  findByNetworkId,
  storeTemplates,
} from '#modules/message-templates'
import { headerFile, sampleOf } from './header-sample.ts'
import { type ReviewDeps, reachAccount } from './reach-account.ts'
import { refusing } from './refusal.ts'

/** Asks Meta to review a new template. Only what Meta has taken is stored. */
export async function makeTemplate(deps: ReviewDeps, actor: UserActor, draft: TemplateDraft): Promise<TemplateRow> {
  const { units } = deps
  const { whatsappId, ...contents } = draft
  const account = await reachAccount(deps, actor, whatsappId)
  const file = await units.run(actor, (ctx) => headerFile(ctx, contents, null))
  const created = await refusing(async () => {
    const handle = await sampleOf(deps, actor.companyId, account, file)
    return createTemplate(account.graph, account, contents, handle)
  })
  return units.run(actor, async (ctx) => {
    const { accountId } = account
    // Meta may have told of it before its answer; what is stored then is newer.
    if ((await findByNetworkId(ctx, accountId, created.id)) === undefined)
      await storeTemplates(ctx, accountId, [created])
    const templateId = await findByNetworkId(ctx, accountId, created.id)
    if (templateId === undefined) throw new Error('the template was not stored')
    if (file) await changeTemplate(ctx, templateId, { file_id: file.id })
    const detail = { name: created.name, language: created.language }
    await audit(ctx, { action: 'messageTemplate.created', object: 'messageTemplate', objectId: templateId, detail })
    ctx.emit('messageTemplate.saved', { templateId })
    return accessTemplate(ctx, templateId)
  })
}
