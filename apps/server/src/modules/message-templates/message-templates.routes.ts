import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { MediaLinks } from '#modules/media'
import { accessTemplate } from './access-template.ts'
import { presentTemplate } from './message-templates.presenter.ts'
import { approvedTemplates, pageOfTemplates, templateConnections } from './message-templates.repository.ts'

export function messageTemplatesRoutes({ routes }: Deps, links: MediaLinks): void {
  routes.handle('listMessageTemplates', async ({ query, read }) => {
    const { rows, count } = await read((ctx) => pageOfTemplates(ctx, query))
    return {
      templates: rows.map((row) => presentTemplate(row, links)),
      count,
      hasMore: count > query.pageNumber * limits.rowsPerPage,
    }
  })

  routes.handle('templateConnections', ({ read }) => read(templateConnections))

  routes.handle('usableTemplates', ({ query: { whatsappId }, read }) =>
    read(async (ctx) => (await approvedTemplates(ctx, whatsappId)).map((row) => presentTemplate(row, links))),
  )

  routes.handle('getMessageTemplate', async ({ params, read }) =>
    presentTemplate(await read((ctx) => accessTemplate(ctx, params.id)), links),
  )
}
