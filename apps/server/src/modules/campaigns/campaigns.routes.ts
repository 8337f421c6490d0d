import { limits } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type MediaLinks, assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { accessCampaign } from './access-campaign.ts'
import { readListed, readRecords } from './campaigns.presenter.ts'
import { pageOfCampaigns } from './tables/campaigns.repository.ts'
import { createCampaign, deleteCampaign, updateCampaign } from './save-campaign.ts'
import { removeFile, setFile } from './set-file.ts'
import { listSettings, saveSettings } from './tables/settings.ts'
import { cancelCampaign, pauseCampaign, restartCampaign, resumeCampaign } from './stop-campaign.ts'

export function campaignsRoutes(deps: Deps, links: MediaLinks): void {
  const { routes } = deps

  routes.handle('listCampaigns', async ({ query, read }) => {
    const { records, count } = await read(async (ctx) => {
      const page = await pageOfCampaigns(ctx, query)
      return { records: await readListed(ctx, page.rows, links), count: page.count }
    })
    return { records, count, hasMore: count > query.pageNumber * limits.rowsPerPage }
  })

  routes.handle('getCampaign', ({ params, read }) => read((ctx) => recordOf(ctx, params.id)))

  routes.handle('createCampaign', ({ body, run }) => run(async (ctx) => recordOf(ctx, await createCampaign(ctx, body))))

  routes.handle('updateCampaign', ({ params, body, run }) =>
    run(async (ctx) => {
      await updateCampaign(ctx, params.id, body)
      return recordOf(ctx, params.id)
    }),
  )

  routes.handle('cancelCampaign', async ({ params, run }) => {
    await run((ctx) => cancelCampaign(ctx, params.id))
    return null
  })

  routes.handle('restartCampaign', async ({ params, run }) => {
    await run((ctx) => restartCampaign(ctx, params.id))
    return null
  })

  routes.handle('pauseCampaign', async ({ params, body, run }) => {
    await run((ctx) => pauseCampaign(ctx, { id: params.id, connectionId: body.whatsappId }))
    return null
  })

  routes.handle('resumeCampaign', async ({ params, body, run }) => {
    await run((ctx) => resumeCampaign(ctx, { id: params.id, connectionId: body.whatsappId }))
    return null
  })

  routes.handle('deleteCampaign', async ({ params, run }) => {
    await run((ctx) => deleteCampaign(ctx, params.id))
    return { message: 'Campaign deleted' }
  })

  routes.admitForm('setCampaignFile', async ({ actor, params, bytes, read }) => {
    await read(async (ctx) => {
      await accessCampaign(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('setCampaignFile', async ({ actor, params, files, run }) => {
    const [file] = files
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.file', message: 'required' }] })
    const work = { companyId: actor.companyId, files: [file], store: storeUpload }
    await withUploads(deps, work, async ([upload]) => {
      if (!upload) throw new Error('the file was not stored')
      await run((ctx) => setFile(ctx, params.id, upload))
    })
    return { mensagem: 'Arquivo Anexado' }
  })

  routes.handle('removeCampaignFile', async ({ params, run }) => {
    await run((ctx) => removeFile(ctx, params.id))
    return { mensagem: 'Arquivo Excluído' }
  })

  routes.handle('listCampaignSettings', ({ read }) => read(listSettings))

  routes.handle('saveCampaignSettings', ({ body, run }) =>
    run(async (ctx) => {
      await saveSettings(ctx, body.settings)
      return listSettings(ctx)
    }),
  )

  async function recordOf(ctx: UserCtx, id: number) {
    const [record] = await readRecords(ctx, [await accessCampaign(ctx, id)], links)
    if (!record) throw new Error(`campaign ${id} is missing`)
    return record
  }
}
