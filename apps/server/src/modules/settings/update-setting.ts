import { type CompanySetting, CompanySettings } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { forgetSettings, readNewestSettings } from './read-settings.ts'
import { saveSetting } from './settings.repository.ts'

/** Changes one setting of the company. Throws for an unknown name or value. */
export async function updateSetting(
  ctx: Ctx,
  { column, data }: { column: string; data: string },
): Promise<CompanySettings> {
  if (!isSetting(column)) throw badRequest('ERR_NO_SETTING_FOUND')
  if (!CompanySettings.shape[column].safeParse(data).success) {
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.data', message: 'invalidValue' }] })
  }
  const before = await readNewestSettings(ctx)
  if (before[column] === data) return before

  await saveSetting(ctx, column, data)
  await audit(ctx, {
    action: 'setting.changed',
    object: 'setting',
    objectId: column,
    detail: { before: before[column], after: data },
  })
  ctx.emit('settings.saved', { key: column })
  ctx.afterCommit(() => forgetSettings(ctx))
  return { ...before, [column]: data }
}

export const isSetting = (name: string): name is CompanySetting => Object.hasOwn(CompanySettings.shape, name)
