import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type MediaLinks, assertMayUpload, keepFile, storeUpload, withUploads } from '#modules/media'
import { keepTemplateFile, presentTemplate } from '#modules/message-templates'
import { deleteTemplate, setTemplateFile, unpauseTemplate, updateTemplate } from './change-template.ts'
import { makeTemplate } from './make-template.ts'
import { type ReviewDeps, reachAccount } from './reach-account.ts'
import { refusing } from './refusal.ts'
import { syncTemplates } from './sync-templates.ts'

export function templateReviewsRoutes(deps: Deps & ReviewDeps, links: MediaLinks): void {
  const { routes } = deps

  routes.handle('syncMessageTemplates', async ({ actor, body: { whatsappId } }) => {
    const account = await reachAccount(deps, actor, whatsappId)
    return { count: await refusing(() => syncTemplates(deps, actor, account)) }
  })

  routes.handle('createMessageTemplate', async ({ actor, body }) =>
    presentTemplate(await makeTemplate(deps, actor, body), links),
  )

  routes.handle('updateMessageTemplate', async ({ actor, params, body }) =>
    presentTemplate(await updateTemplate(deps, actor, params.id, body), links),
  )

  routes.handle('setTemplateFile', async ({ actor, params, body }) =>
    presentTemplate(await setTemplateFile(deps, actor, params.id, body.fileId), links),
  )

  routes.handle('unpauseMessageTemplate', async ({ actor, params }) =>
    presentTemplate(await unpauseTemplate(deps, actor, params.id), links),
  )

  routes.handle('deleteMessageTemplate', async ({ actor, params }) => {
    await deleteTemplate(deps, actor, params.id)
    return { message: 'Message template deleted' }
  })

  routes.admitForm('uploadTemplateFile', async ({ actor, bytes, read }) => {
    await read((ctx) => assertMayUpload(ctx, bytes))
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('uploadTemplateFile', async ({ actor, files, run }) => {
    const [file] = files
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.file', message: 'required' }] })
    const work = { companyId: actor.companyId, files: [file], store: storeUpload }
    return withUploads(deps, work, ([upload]) =>
      run(async (ctx) => {
        if (!upload) throw new Error('the file was not stored')
        const { fileId, name, storageKey, bytes } = await keepFile(ctx, upload)
        await keepTemplateFile(ctx, fileId)
        return { id: fileId, name, url: links.file(actor.companyId, storageKey), bytes }
      }),
    )
  })
}
