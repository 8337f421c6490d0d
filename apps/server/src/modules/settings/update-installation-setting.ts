import { Switch } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Db } from '#platform/database/sql'
import { badRequest, notFound } from '#platform/errors'
import { type InstallationSetting, findInstallationSetting, saveInstallationSetting } from './settings.repository.ts'

/** Only the operator may call this (docs/requirements/back-office.md, section 6). */
export async function updateInstallationSetting(
  ctx: Ctx,
  operator: Db,
  { key, value }: { key: string; value: string },
): Promise<InstallationSetting> {
  const before = await findInstallationSetting(ctx, key)
  if (!before) throw notFound('ERR_NO_SETTING_FOUND')
  if (!Switch.safeParse(value).success) {
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.value', message: 'invalidValue' }] })
  }
  await audit(ctx, {
    action: 'installation_setting.changed',
    object: 'setting',
    objectId: key,
    detail: { before: before.value, after: value },
  })
  await saveInstallationSetting(operator, key, value)
  ctx.emit('settings.saved', { key })
  return { ...before, value }
}
