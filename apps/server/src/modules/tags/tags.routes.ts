import { notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { deleteTag } from './delete-tag.ts'
import { createTag, updateTag } from './save-tag.ts'
import { presentTag } from './tags.presenter.ts'
import { findTags, listTags, pageOfTags } from './tags.repository.ts'

export function tagsRoutes({ routes }: Deps): void {
  routes.handle('pickTags', async ({ query: { kanban, searchParam }, read }) => {
    const tags = await read((ctx) => listTags(ctx, { kanban, searchParam }))
    return tags.map(presentTag)
  })

  routes.handle('listTags', async ({ query, read }) => {
    const { tags, count, hasMore } = await read((ctx) => pageOfTags(ctx, query))
    return { tags: tags.map(presentTag), count, hasMore }
  })

  routes.handle('getTag', async ({ params, read }) => {
    const [tag] = await read((ctx) => findTags(ctx, [params.id]))
    if (!tag) throw notFound('ERR_NO_TAG_FOUND')
    return presentTag(tag)
  })

  routes.handle('createTag', async ({ body, run }) => presentTag(await run((ctx) => createTag(ctx, body))))

  routes.handle('updateTag', async ({ params, body, run }) =>
    presentTag(await run((ctx) => updateTag(ctx, params.id, body))),
  )

  routes.handle('deleteTag', async ({ params, run }) => {
    await run((ctx) => deleteTag(ctx, params.id))
    return { message: 'Tag deleted' }
  })
}
