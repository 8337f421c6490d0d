import type { Deps } from '#platform/deps'
import { mediaLinks } from '#modules/media'
import { listReplayable } from './list-replayable.ts'
import { replay } from './replay.ts'
import { simulate } from './simulate.ts'

/** Units of work that only read: nothing can be written or sent. */
export function simulatorRoutes(deps: Deps): void {
  const { routes } = deps
  const links = mediaLinks(deps)
  routes.handle('simulateBot', ({ body, read }) => read((ctx) => simulate(ctx, body, links)))
  routes.handle('listReplayable', ({ query, read }) => read((ctx) => listReplayable(ctx, query.queueId)))
  routes.handle('replayConversation', ({ body, read }) => read((ctx) => replay(ctx, body, links)))
}
