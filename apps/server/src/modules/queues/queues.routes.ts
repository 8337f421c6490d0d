import type { QueueView } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { withinCompany } from '#modules/companies'
import { deleteQueue } from './delete-queue.ts'
import { orderQueues } from './order-queues.ts'
import { readUses } from './queue-uses.repository.ts'
import { presentQueues } from './queues.presenter.ts'
import { findQueues, listQueues } from './queues.repository.ts'
import { createQueue, updateQueue } from './save-queue.ts'

export function queuesRoutes({ routes, units }: Deps): void {
  routes.handle('listQueues', async ({ actor, query, read }) => {
    const reach = { actor, companyId: query.companyId, own: read, action: 'listQueues' } as const
    return withinCompany(units, reach, async (ctx) => presentQueues(ctx, await listQueues(ctx)))
  })

  routes.handle('getQueue', ({ params, read }) => read((ctx) => presented(ctx, params.id)))

  routes.handle('createQueue', ({ body, run }) => run(async (ctx) => presented(ctx, await createQueue(ctx, body))))

  routes.handle('updateQueue', ({ params, body, run }) =>
    run(async (ctx) => {
      await updateQueue(ctx, params.id, body)
      return presented(ctx, params.id)
    }),
  )

  routes.handle('orderQueues', ({ body, run }) =>
    run(async (ctx) => {
      await orderQueues(ctx, body.queueIds)
      return presentQueues(ctx, await listQueues(ctx))
    }),
  )

  routes.handle('queueUses', ({ params, read }) =>
    read(async (ctx) => {
      const [queue] = await findQueues(ctx, [params.id])
      if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
      return readUses(ctx, queue.id)
    }),
  )

  routes.handle('deleteQueue', async ({ params, run }) => {
    await run((ctx) => deleteQueue(ctx, params.id))
    return {}
  })
}

async function presented(ctx: Ctx, queueId: number): Promise<QueueView> {
  const [queue] = await presentQueues(ctx, await findQueues(ctx, [queueId]))
  if (!queue) throw notFound('ERR_NO_QUEUE_FOUND')
  return queue
}
