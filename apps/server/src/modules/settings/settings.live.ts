import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { forgetSettings, readNewestSettings } from './read-settings.ts'
import { findInstallationSetting } from './settings.repository.ts'
import { isSetting } from './update-setting.ts'

export function settingsLive({ units, publisher }: Deps): void {
  publisher.present(['settings.saved'], (companyId, facts) =>
    units.read({ kind: 'system', companyId }, async (ctx) => {
      const settings = await readNewestSettings(ctx)
      return Promise.all(
        facts.map(async ({ number, ids: { key } }) => {
          const value = isSetting(key) ? settings[key] : ((await findInstallationSetting(ctx, key))?.value ?? '')
          return {
            companyId,
            event: 'settings' as const,
            rooms: [rooms.company(companyId)],
            masked: 'same' as const,
            payload: { action: 'update' as const, setting: { key, value }, settings, seq: number },
          }
        }),
      )
    }),
  )
  publisher.present(['holidays.saved'], async (companyId, facts) =>
    facts.map(({ number }) => ({
      companyId,
      event: 'holiday' as const,
      rooms: [rooms.company(companyId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, seq: number },
    })),
  )
  publisher.listen('settings.saved', (companyId) => forgetSettings({ application: units.application, companyId }))
}
