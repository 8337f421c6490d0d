import { limits } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { accessIntegration } from './access-integration.ts'
import { assertAddress } from './assert-address.ts'
import { deleteIntegration } from './delete-integration.ts'
import { presentIntegration, presentName } from './queue-integrations.presenter.ts'
import {
  connectionsWith,
  listIntegrations,
  optionsWith,
  pageOfIntegrations,
  queuesWith,
} from './queue-integrations.repository.ts'
import { createIntegration, updateIntegration } from './save-integration.ts'

export function queueIntegrationsRoutes({ routes, outside, keys }: Deps): void {
  const key = keys.secretsAtRest

  routes.handle('listIntegrations', async ({ query, actor, read }) => {
    if (!hasIntegrations(actor)) return { queueIntegrations: [], integrations: [], count: 0, hasMore: false }
    const { rows, count } = await read((ctx) => pageOfIntegrations(ctx, query))
    const views = rows.map(actor.profile === 'admin' ? presentIntegration : presentName)
    const hasMore = count > query.pageNumber * limits.rowsPerPage
    return { queueIntegrations: views, integrations: views, count, hasMore }
  })

  routes.handle('pickIntegrations', async ({ actor, read }) => (hasIntegrations(actor) ? read(listIntegrations) : []))

  routes.handle('getIntegration', async ({ params, read }) =>
    presentIntegration(await read((ctx) => accessIntegration(ctx, params.id))),
  )

  routes.handle('integrationUses', ({ params, read }) =>
    read(async (ctx) => {
      await accessIntegration(ctx, params.id)
      return {
        connections: await connectionsWith(ctx, params.id),
        queues: await queuesWith(ctx, params.id),
        options: await optionsWith(ctx, params.id),
      }
    }),
  )

  routes.handle('createIntegration', async ({ body, run }) => {
    await assertAddress(outside, body.urlN8N)
    return presentIntegration(await run((ctx) => createIntegration(ctx, key, body)))
  })

  routes.handle('updateIntegration', async ({ params, body, run }) => {
    await assertAddress(outside, body.urlN8N)
    return presentIntegration(await run((ctx) => updateIntegration(ctx, key, params.id, body)))
  })

  routes.handle('deleteIntegration', async ({ params, run }) => {
    await run((ctx) => deleteIntegration(ctx, params.id))
    return {}
  })
}

const hasIntegrations = ({ features }: UserActor) => features.includes('useIntegration')
