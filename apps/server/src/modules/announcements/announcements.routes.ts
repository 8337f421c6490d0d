import { limits } from '@guiche/contract'
import { badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { emitForInstallation, platformCompany } from '#modules/companies'
import { type MediaLinks, assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { accessAnnouncement, accessShown } from './access-announcement.ts'
import { presentAnnouncement, presentForOperator, presentShown } from './announcements.presenter.ts'
import { listShown, pageOfAnnouncements, pageOfShown } from './announcements.repository.ts'
import type { Audience } from './audience.ts'
import { markRead } from './mark-read.ts'
import {
  changeOfBody,
  createAnnouncement,
  deleteAnnouncement,
  updateAnnouncement,
  valuesOf,
} from './save-announcement.ts'
import { removePicture, setPicture } from './set-picture.ts'

export function announcementsRoutes(deps: Deps, links: MediaLinks): void {
  const { routes, units, jobs } = deps
  const { operator } = units

  routes.handle('listAnnouncements', async ({ query, actor, read }) => {
    const { rows, count } = actor.isSuper
      ? await pageOfAnnouncements(operator, query)
      : await read((ctx) => pageOfShown(ctx, query))
    const present = actor.isSuper ? presentForOperator : presentAnnouncement
    return {
      records: rows.map((row) => present(row, links)),
      count,
      hasMore: count > query.pageNumber * limits.rowsPerPage,
    }
  })

  routes.handle('shownAnnouncements', async ({ read }) =>
    (await read(listShown)).map((row) => presentShown(row, links)),
  )

  routes.handle('readAnnouncements', async ({ body, run }) => {
    await run((ctx) => markRead(ctx, body.announcementIds))
    return { message: 'Announcements read' }
  })

  routes.handle('getAnnouncement', async ({ params, actor, read }) =>
    actor.isSuper
      ? forOperator(params.id)
      : presentAnnouncement(await read((ctx) => accessShown(ctx, params.id)), links),
  )

  routes.handle('createAnnouncement', async ({ body, actor, read }) => {
    const values = await read((ctx) => valuesOf(ctx, body))
    const id = await createAnnouncement({ operator, jobs, actor }, values)
    return told(id, [])
  })

  routes.handle('updateAnnouncement', async ({ params, body, actor, read }) => {
    const change = await read((ctx) => changeOfBody(ctx, body))
    return told(params.id, await updateAnnouncement({ operator, jobs, actor }, params.id, change))
  })

  routes.handle('deleteAnnouncement', async ({ params, actor }) => {
    const heardBy = await deleteAnnouncement({ operator, jobs, actor }, params.id)
    await emitForInstallation(units, 'announcement.changed', { announcementId: params.id, heardBy })
    return { message: 'Announcement deleted' }
  })

  routes.admitForm('setAnnouncementFile', async ({ params, actor, bytes, read }) => {
    await accessAnnouncement(operator, params.id)
    await read((ctx) => assertMayUpload(ctx, bytes))
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('setAnnouncementFile', async ({ params, actor, files }) => {
    const [file] = files
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.file', message: 'required' }] })
    const work = { companyId: platformCompany, files: [file], store: storeUpload }
    const heardBy = await withUploads(deps, work, async ([upload]) => {
      if (!upload) throw new Error('the file was not stored')
      return setPicture({ units, actor }, params.id, upload)
    })
    return { mensagem: 'Arquivo Anexado', record: await told(params.id, heardBy) }
  })

  routes.handle('removeAnnouncementFile', async ({ params, actor }) => ({
    mensagem: 'Arquivo Excluído',
    record: await told(params.id, await removePicture({ units, actor }, params.id)),
  }))

  async function told(announcementId: number, heardBy: Audience) {
    await emitForInstallation(units, 'announcement.changed', { announcementId, heardBy })
    return forOperator(announcementId)
  }

  async function forOperator(id: number) {
    return presentForOperator(await accessAnnouncement(operator, id), links)
  }
}
