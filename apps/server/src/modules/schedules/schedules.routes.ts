import type { UserActor } from '#platform/context'
import { badRequest } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import type { Deps } from '#platform/deps'
import { type StoredUpload, assertMayUpload, mediaLinks, storeUpload, withUploads } from '#modules/media'
import { accessSchedule } from './access-schedule.ts'
import { createSchedule, deleteSchedule, updateSchedule } from './save-schedule.ts'
import { presentSchedule } from './schedules.presenter.ts'
import { type ScheduleRow, pageOfSchedules, readMoment } from './schedules.repository.ts'

export function schedulesRoutes(deps: Deps): void {
  const { routes } = deps
  const links = mediaLinks(deps)
  const shown = (row: ScheduleRow, { numbersMasked }: UserActor) =>
    presentSchedule(row, { masked: numbersMasked, links })

  routes.handle('listSchedules', async ({ actor, query, read }) => {
    const { schedules, count, hasMore } = await read(async (ctx) =>
      pageOfSchedules(ctx, {
        ...query,
        from: query.from === undefined ? undefined : (await readMoment(ctx, query.from)).at,
        until: query.until === undefined ? undefined : (await readMoment(ctx, query.until)).at,
      }),
    )
    return { schedules: schedules.map((row) => shown(row, actor)), count, hasMore }
  })

  routes.handle('getSchedule', async ({ actor, params, read }) =>
    shown(await read((ctx) => accessSchedule(ctx, params.id)), actor),
  )

  routes.admitForm('createSchedule', async ({ actor, bytes, read }) => {
    await read((ctx) => assertMayUpload(ctx, bytes))
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('createSchedule', ({ actor, body, files, run }) =>
    withFile(actor, files, async (upload) => shown(await run((ctx) => createSchedule(ctx, body, upload)), actor)),
  )

  routes.admitForm('updateSchedule', async ({ actor, params, bytes, read }) => {
    await read(async (ctx) => {
      await accessSchedule(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('updateSchedule', ({ actor, params, body, files, run }) =>
    withFile(actor, files, async (upload) =>
      shown(await run((ctx) => updateSchedule(ctx, params.id, body, upload)), actor),
    ),
  )

  routes.handle('deleteSchedule', async ({ params, run }) => {
    await run((ctx) => deleteSchedule(ctx, params.id))
    return { message: 'Schedule deleted' }
  })

  async function withFile<T>(
    { companyId }: UserActor,
    files: readonly UploadedFile[],
    work: (upload: StoredUpload | undefined) => Promise<T>,
  ): Promise<T> {
    if (files.length > 1) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.medias', message: 'tooMany' }] })
    return withUploads(deps, { companyId, files, store: storeUpload }, ([upload]) => work(upload))
  }
}
