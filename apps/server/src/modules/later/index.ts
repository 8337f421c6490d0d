import type { Deps } from '#platform/deps'

const page = { count: 0, hasMore: false } as const

/** Empty lists of areas that do not exist yet (contract, `laterCalls`). */
export function registerLater({ routes }: Pick<Deps, 'routes'>): void {
  routes.handle('listIntegrations', async () => ({ queueIntegrations: [], integrations: [], ...page }))
}
