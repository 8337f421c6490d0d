import type { Ctx } from '#platform/context'
import { noPermission, notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { MetaAccess } from '#platform/process/config'
import { readNewestSettings } from './read-settings.ts'
import { type InstallationSetting, listInstallationSettings } from './settings.repository.ts'
import { updateInstallationSetting } from './update-installation-setting.ts'
import { isSetting, updateSetting } from './update-setting.ts'

/** Settings from the environment. */
export interface Configured {
  supportNumber: string | undefined
  meta: Pick<MetaAccess, 'app'>
}

export function settingsRoutes({ routes, units }: Deps, configured: Configured): void {
  routes.handle('companySettings', async ({ actor, params, read }) => {
    if (params.id !== actor.companyId) throw noPermission()
    return { ...(await read(readNewestSettings)), id: actor.companyId, companyId: actor.companyId }
  })

  routes.handle('companySetting', async ({ query: { column }, read }) => {
    if (!isSetting(column)) return {}
    const settings = await read(readNewestSettings)
    return { [column]: settings[column] }
  })

  routes.handle('updateCompanySetting', async ({ body, run }) => ({
    response: true,
    result: await run((ctx) => updateSetting(ctx, body)),
  }))

  routes.handle('updateCompanySettingAlias', async ({ body, run }) => ({
    response: true,
    result: await run((ctx) => updateSetting(ctx, body)),
  }))

  routes.handle('listSettings', async ({ actor, read }) => {
    const settings = await read((ctx) => listShown(ctx, configured))
    return settings.map((setting) => presentSetting(setting, actor))
  })

  routes.handle('getSetting', async ({ actor, params, read }) => {
    const settings = await read((ctx) => listShown(ctx, configured))
    const setting = settings.find(({ key }) => key === params.key)
    if (!setting) throw notFound('ERR_NO_SETTING_FOUND')
    return presentSetting(setting, actor)
  })

  routes.handle('updateSetting', async ({ actor, params, body, run }) => {
    const change = { key: params.key, value: body.value }
    return presentSetting(await run((ctx) => updateInstallationSetting(ctx, units.operator, change)), actor)
  })
}

/** Adds what comes from the environment and not from the table. */
async function listShown(ctx: Ctx, { supportNumber, meta }: Configured): Promise<InstallationSetting[]> {
  const kept = await listInstallationSettings(ctx)
  const configured = [
    ...(supportNumber === undefined ? [] : [{ key: 'supportNumber', value: supportNumber }]),
    ...(meta.app ? [{ key: 'pageLogin', value: 'enabled' }] : []),
    ...(meta.app?.signUpConfigId === undefined ? [] : [{ key: 'numberSignUp', value: 'enabled' }]),
  ]
  return [...kept, ...configured.map((setting, nth) => ({ id: kept.length + 1 + nth, ...setting }))]
}

const presentSetting = ({ id, key, value }: InstallationSetting, { companyId }: { companyId: number }) => ({
  id,
  key,
  value,
  companyId,
})
