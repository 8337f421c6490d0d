import type { Deps } from '#platform/deps'
import { presentOwnDay, presentYear } from './holidays.presenter.ts'
import { findHolidays } from './holidays.repository.ts'
import { readNewestSettings } from './read-settings.ts'
import { createHoliday, deleteHoliday, setNationalHoliday, updateHoliday } from './save-holiday.ts'

export function holidaysRoutes({ routes }: Deps): void {
  routes.handle('listHolidays', async ({ query: { year }, read }) =>
    read(async (ctx) => {
      const { nationalHolidays } = await readNewestSettings(ctx)
      return presentYear(await findHolidays(ctx), { year, hasNational: nationalHolidays === 'enabled' })
    }),
  )

  routes.handle('createHoliday', async ({ body, run }) => presentOwnDay(await run((ctx) => createHoliday(ctx, body))))

  routes.handle('updateHoliday', async ({ params, body, run }) =>
    presentOwnDay(await run((ctx) => updateHoliday(ctx, params.id, body))),
  )

  routes.handle('deleteHoliday', async ({ params, run }) => {
    await run((ctx) => deleteHoliday(ctx, params.id))
    return { message: 'Holiday deleted' }
  })

  routes.handle('openNationalHoliday', async ({ params, body, run }) => {
    await run((ctx) => setNationalHoliday(ctx, params.holiday, body))
    return { message: 'Holiday saved' }
  })
}
