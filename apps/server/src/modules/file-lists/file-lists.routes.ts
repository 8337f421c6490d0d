import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { type MediaLinks, assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { accessFileList } from './access-file-list.ts'
import { deleteFileList } from './delete-file-list.ts'
import { presentFileList } from './file-lists.presenter.ts'
import {
  type FileListRow,
  listFileLists,
  optionsWithFileList,
  campaignsWithFileList,
  pageOfFileLists,
  queuesWithFileList,
} from './file-lists.repository.ts'
import { createFileList, updateFileList } from './save-file-list.ts'
import { assertPairs, uploadListFiles } from './upload-list-files.ts'

export function fileListsRoutes(deps: Deps, links: MediaLinks): void {
  const { routes } = deps
  const present = (row: FileListRow) => presentFileList(row, links)

  routes.handle('listFileLists', async ({ query, read }) => {
    const { rows, count } = await read((ctx) => pageOfFileLists(ctx, query))
    return { files: rows.map(present), count, hasMore: count > query.pageNumber * limits.rowsPerPage }
  })

  routes.handle('pickFileLists', ({ read }) => read(listFileLists))

  routes.handle('getFileList', async ({ params, read }) => present(await read((ctx) => accessFileList(ctx, params.id))))

  routes.handle('fileListUses', ({ params, read }) =>
    read(async (ctx) => {
      await accessFileList(ctx, params.id)
      return {
        queues: await queuesWithFileList(ctx, params.id),
        options: await optionsWithFileList(ctx, params.id),
        campaigns: await campaignsWithFileList(ctx, params.id),
      }
    }),
  )

  routes.handle('createFileList', async ({ body, run }) => present(await run((ctx) => createFileList(ctx, body))))

  routes.handle('updateFileList', async ({ params, body, run }) =>
    present(await run((ctx) => updateFileList(ctx, params.id, body))),
  )

  routes.handle('deleteFileList', async ({ params, run }) => {
    await run((ctx) => deleteFileList(ctx, params.id))
    return { message: 'File list deleted' }
  })

  routes.admitForm('uploadListFiles', async ({ params, actor, bytes, read }) => {
    await read(async (ctx) => {
      await accessFileList(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('uploadListFiles', async ({ params, body: { id: optionIds }, actor, files, run }) => {
    assertPairs(optionIds, files)
    const work = { companyId: actor.companyId, files, store: storeUpload }
    const row = await withUploads(deps, work, (uploads) =>
      run((ctx) => uploadListFiles(ctx, params.id, { optionIds, uploads })),
    )
    return { mensagem: 'Arquivos atualizados', record: present(row) }
  })
}
