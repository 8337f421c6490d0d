import { notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { withinCompany } from '#modules/companies'
import { deleteQueue } from './delete-queue.ts'
import { presentQueue } from './queues.presenter.ts'
import { findQueues, listQueues } from './queues.repository.ts'
import { createQueue, updateQueue } from './save-queue.ts'

export function queuesRoutes({ routes, units }: Deps): void {
  routes.handle('listQueues', async ({ actor, query, read }) => {
    const reach = { actor, companyId: query.companyId, own: read, action: 'listQueues' }
    const queues = await withinCompany(units, reach, listQueues)
    return queues.map(presentQueue)
  })

  routes.handle('getQueue', async ({ params, read }) => {
    const [queue] = await read((ctx) => findQueues(ctx, [params.id]))
    if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
    return presentQueue(queue)
  })

  routes.handle('createQueue', async ({ body, run }) => presentQueue(await run((ctx) => createQueue(ctx, body))))

  routes.handle('updateQueue', async ({ params, body, run }) =>
    presentQueue(await run((ctx) => updateQueue(ctx, params.id, body))),
  )

  routes.handle('deleteQueue', async ({ params, run }) => {
    await run((ctx) => deleteQueue(ctx, params.id))
    return {}
  })
}
