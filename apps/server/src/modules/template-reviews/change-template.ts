import type { TemplateContents } from '@guiche/contract'
import {
  type GraphClient,
  GraphError,
  type Template,
  componentsOf,
  deleteTemplate as deleteAtMeta,
  editTemplate,
  readComponents,
  readTemplate,
  unpauseTemplate as unpauseAtMeta,
} from '@guiche/meta'
import { audit } from '#platform/audit'
import type { Ctx, UserActor } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import {
  type TemplateRow,
  accessTemplate,
  accessTemplateForChange,
  changeTemplate,
  findTemplateFile,
  removeTemplate,
  storeTemplates,
} from '#modules/message-templates'
import { headerFile, sampleOf } from './header-sample.ts'
import { type ReachedAccount, type ReviewDeps, findReached } from './reach-account.ts'
import { connectionOfAccount } from './template-reviews.repository.ts'
import { refusing } from './refusal.ts'

/** Meta takes changes of these only. */
const changeable = ['approved', 'rejected', 'paused']

/**
 * Asks for the review of other contents. It counts as not reviewed from before Meta is asked, because Meta may tell the result
 * before its answer.
 */
export async function updateTemplate(
  deps: ReviewDeps,
  actor: UserActor,
  id: number,
  contents: TemplateContents,
): Promise<TemplateRow> {
  const { units } = deps
  const { row, account } = await reach(deps, actor, id)
  if (!changeable.includes(row.status)) throw badRequest('ERR_TEMPLATE_NOT_EDITABLE')
  const file = await units.run(actor, (ctx) => headerFile(ctx, contents, row.file_id))
  const handle = await refusing(() => sampleOf(deps, actor.companyId, account, file))
  const components = componentsOf(contents, handle)
  // Meta refuses another category of what it has approved, and takes the same one.
  const category = contents.category === row.category ? undefined : contents.category
  await units.run(actor, async (ctx) => {
    const now = await accessTemplateForChange(ctx, id)
    if (now.status !== row.status) throw badRequest('ERR_TEMPLATE_NOT_EDITABLE')
    await changeTemplate(ctx, id, { status: 'pending' })
    ctx.emit('messageTemplate.saved', { templateId: id })
  })
  try {
    await refusing(() => editTemplate(account.graph, account.token, row.network_id, { components, category }))
  } catch (error) {
    await asAtMeta(deps, actor, account, row)
    throw error
  }
  return units.run(actor, async (ctx) => {
    await accessTemplateForChange(ctx, id)
    await changeTemplate(ctx, id, {
      components: JSON.stringify(components),
      category,
      file_id: file?.id ?? null,
    })
    return changed(ctx, row)
  })
}

/** After a change that Meta did not take, or may not have taken. */
async function asAtMeta(
  { units }: ReviewDeps,
  actor: UserActor,
  { graph, token, accountId }: ReachedAccount,
  row: TemplateRow,
): Promise<void> {
  const current = await readTemplate(graph, token, row.network_id).catch(() => undefined)
  await units.run(actor, async (ctx) => {
    if (current) return storeTemplates(ctx, accountId, [current])
    await changeTemplate(ctx, row.id, { status: row.status })
    ctx.emit('messageTemplate.saved', { templateId: row.id })
  })
}

export async function unpauseTemplate(deps: ReviewDeps, actor: UserActor, id: number): Promise<TemplateRow> {
  const { row, account } = await reach(deps, actor, id)
  if (row.status !== 'paused') throw badRequest('ERR_TEMPLATE_NOT_PAUSED')
  const current = await refusing(() => unpaused(account, row))
  return deps.units.run(actor, async (ctx) => {
    await accessTemplateForChange(ctx, id)
    await storeTemplates(ctx, account.accountId, [current])
    await audit(ctx, {
      action: 'messageTemplate.unpaused',
      object: 'messageTemplate',
      objectId: id,
      detail: { name: row.name },
    })
    return accessTemplate(ctx, id)
  })
}

async function unpaused({ graph, token }: ReachedAccount, { network_id: id }: TemplateRow): Promise<Template> {
  try {
    await unpauseAtMeta(graph, token, id)
  } catch (error) {
    const current = await readTemplate(graph, token, id)
    // Somebody else may have done it at the same moment.
    if (current.status === 'APPROVED') return current
    throw error
  }
  return readTemplate(graph, token, id)
}

/** In its language alone. Meta keeps the name for 30 days. */
export async function deleteTemplate(deps: ReviewDeps, actor: UserActor, id: number): Promise<void> {
  const { row, account } = await reach(deps, actor, id)
  await refusing(() => removed(account, row))
  await deps.units.run(actor, async (ctx) => {
    // A synchronisation may have removed it in the meantime.
    if (!(await removeTemplate(ctx, id))) return
    await audit(ctx, {
      action: 'messageTemplate.deleted',
      object: 'messageTemplate',
      objectId: id,
      detail: { name: row.name },
    })
    ctx.emit('messageTemplate.deleted', { templateId: id })
  })
}

/** Somebody else may have deleted it there before. */
async function removed({ graph, ...account }: ReachedAccount, { network_id: id, name }: TemplateRow): Promise<void> {
  try {
    await deleteAtMeta(graph, account, { id, name })
  } catch (error) {
    if (!(await isGone(graph, account.token, id))) throw error
  }
}

async function isGone(graph: GraphClient, token: string, id: string): Promise<boolean> {
  try {
    await readTemplate(graph, token, id)
    return false
  } catch (error) {
    return error instanceof GraphError && error.remedy.do === 'fail'
  }
}

/** The file is no part of what was reviewed, so Meta is not asked. */
export async function setTemplateFile(
  { units }: ReviewDeps,
  actor: UserActor,
  id: number,
  fileId: number,
): Promise<TemplateRow> {
  return units.run(actor, async (ctx) => {
    const row = await accessTemplateForChange(ctx, id)
    if (!(await findTemplateFile(ctx, fileId, row.file_id))) throw notFound('ERR_NOT_FOUND')
    const { header } = readComponents(row.components).parts
    await headerFile(ctx, { header, fileId }, row.file_id)
    await changeTemplate(ctx, id, { file_id: fileId })
    return changed(ctx, row)
  })
}

async function changed(ctx: Ctx, { id, name }: TemplateRow): Promise<TemplateRow> {
  await audit(ctx, { action: 'messageTemplate.changed', object: 'messageTemplate', objectId: id, detail: { name } })
  ctx.emit('messageTemplate.saved', { templateId: id })
  return accessTemplate(ctx, id)
}

/** The template, and its account by any connection that opens it. */
async function reach(
  deps: ReviewDeps,
  actor: UserActor,
  id: number,
): Promise<{ row: TemplateRow; account: ReachedAccount }> {
  const [row, connectionId] = await deps.units.read(actor, async (ctx) => {
    const found = await accessTemplate(ctx, id)
    return [found, await connectionOfAccount(ctx, found.account_id)] as const
  })
  const account = connectionId === undefined ? undefined : await findReached(deps, actor, connectionId)
  if (!account || account.hasEnded) throw badRequest('ERR_OFFICIAL_TOKEN')
  return { row, account }
}
