import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type TemplateRow, findTemplates, lockTemplate } from './message-templates.repository.ts'

/** Admins read and change all of them, which the access of the calls says. */
export async function accessTemplate(ctx: Ctx, id: number): Promise<TemplateRow> {
  const [row] = await findTemplates(ctx, [id])
  if (!row) throw notFound('ERR_NO_TEMPLATE_FOUND')
  return row
}

/** Locks it, so that what it is checked for still holds when it is changed. */
export async function accessTemplateForChange(ctx: Ctx, id: number): Promise<TemplateRow> {
  await lockTemplate(ctx, id)
  return accessTemplate(ctx, id)
}
