import { limits } from '@guiche/contract'
import { badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { type MediaLinks, assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { accessQuickMessage } from './access-quick-message.ts'
import { deleteQuickMessage } from './delete-quick-message.ts'
import { createQuickMessage, updateQuickMessage } from './save-quick-message.ts'
import { presentQuickMessage } from './quick-messages.presenter.ts'
import { type QuickMessageRow, listQuickMessages, pageOfQuickMessages } from './quick-messages.repository.ts'
import { assertMaySetFile, removeFile, setFile } from './set-file.ts'

export function quickMessagesRoutes(deps: Deps, links: MediaLinks): void {
  const { routes } = deps
  const present = (row: QuickMessageRow) => presentQuickMessage(row, links)

  routes.handle('listQuickMessages', async ({ query: { pageNumber, isCategory, categoryId, searchParam }, read }) => {
    const { rows, count } = await read((ctx) =>
      pageOfQuickMessages(ctx, { pageNumber, isCategory, categoryId, searchParam }),
    )
    return { records: rows.map(present), count, hasMore: count > pageNumber * limits.rowsPerPage }
  })

  routes.handle('pickQuickMessages', async ({ read }) =>
    (await read((ctx) => listQuickMessages(ctx, false))).map(present),
  )

  routes.handle('quickMessageCategories', async ({ read }) =>
    (await read((ctx) => listQuickMessages(ctx, true))).map(present),
  )

  routes.handle('quickMessagesByCategory', async ({ read }) => {
    const [categories, messages] = await read((ctx) =>
      Promise.all([listQuickMessages(ctx, true), listQuickMessages(ctx, false)]),
    )
    const inCategory = Map.groupBy(messages, ({ category_id }) => category_id)
    return categories.map((category) => ({
      ...present(category),
      messages: (inCategory.get(category.id) ?? []).map(present),
    }))
  })

  routes.handle('getQuickMessage', async ({ params, read }) =>
    present(await read((ctx) => accessQuickMessage(ctx, params.id))),
  )

  routes.handle('createQuickMessage', async ({ body, run }) =>
    present(await run((ctx) => createQuickMessage(ctx, body))),
  )

  routes.handle('updateQuickMessage', async ({ params, body, run }) =>
    present(await run((ctx) => updateQuickMessage(ctx, params.id, body))),
  )

  routes.handle('deleteQuickMessage', async ({ params, run }) => {
    await run((ctx) => deleteQuickMessage(ctx, params.id))
    return { message: 'Quick message deleted' }
  })

  routes.admitForm('setQuickMessageFile', async ({ params, actor, bytes, read }) => {
    await read(async (ctx) => {
      await assertMaySetFile(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('setQuickMessageFile', async ({ params, actor, files, run }) => {
    const [file] = files
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.file', message: 'required' }] })
    const work = { companyId: actor.companyId, files: [file], store: storeUpload }
    const row = await withUploads(deps, work, ([upload]) =>
      run((ctx) => {
        if (!upload) throw new Error('the file was not stored')
        return setFile(ctx, params.id, upload)
      }),
    )
    return { mensagem: 'Arquivo Anexado', record: present(row) }
  })

  routes.handle('removeQuickMessageFile', async ({ params, run }) => ({
    mensagem: 'Arquivo Excluído',
    record: present(await run((ctx) => removeFile(ctx, params.id))),
  }))
}
