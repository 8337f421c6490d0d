import type { Deps } from '#platform/deps'
import './queues.facts.ts'
import { queuesLive } from './queues.live.ts'
import { holdQueues, releaseFileList, releaseIntegration, releasePrompt } from './queues.repository.ts'
import { queuesRoutes } from './queues.routes.ts'

export { assertQueues } from './assert-queues.ts'
export { holdQueues }

export function registerQueues(deps: Deps): void {
  queuesRoutes(deps)
  queuesLive(deps)
  deps.followers.within('fileList.deleted', async (ctx, { fileListId }) => {
    for (const queueId of await releaseFileList(ctx, fileListId)) ctx.emit('queue.saved', { queueId })
  })
  deps.followers.within('prompt.deleted', async (ctx, { promptId }) => {
    for (const queueId of await releasePrompt(ctx, promptId)) ctx.emit('queue.saved', { queueId })
  })
  deps.followers.within('integration.deleted', async (ctx, { integrationId }) => {
    for (const queueId of await releaseIntegration(ctx, integrationId)) ctx.emit('queue.saved', { queueId })
  })
  // A queue is shown with the first level of its menu.
  deps.followers.within('option.saved', async (ctx, { queueId }) => ctx.emit('queue.saved', { queueId }))
  deps.followers.within('option.deleted', async (ctx, { queueId }) => ctx.emit('queue.saved', { queueId }))
}
