import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { withinCompany } from '#modules/companies'
import type { ConnectionHooks } from './index.ts'
import { presentConnection } from './connections.presenter.ts'
import { type ConnectionRow, listConnections } from './connections.repository.ts'
import { deleteConnection } from './delete-connection.ts'
import { getConnection } from './get-connection.ts'
import { readEvents, readHealth } from './read-health.ts'
import { createConnection, updateConnection } from './save-connection.ts'

interface Wiring extends ConnectionHooks {
  installedChannels: readonly string[]
}

export function connectionsRoutes(
  { routes, units }: Deps,
  { installedChannels, onCreated, onDeleted, onSaved }: Wiring,
): void {
  routes.handle('listConnections', async ({ actor, query: { companyId }, read }) => {
    const reach = { actor, companyId, own: read, action: 'listConnections' }
    const connections = await withinCompany(units, reach, listConnections)
    const viewer = { showsToken: actor.profile === 'admin', showsCode: false }
    return connections.map((connection) => presentConnection(connection, viewer))
  })

  routes.handle('getConnection', async ({ actor, params, query: { companyId }, read }) => {
    const reach = { actor, companyId, own: read, action: 'getConnection' }
    const connection = await withinCompany(units, reach, (ctx) => getConnection(ctx, params.id))
    return presentOne(connection, actor)
  })

  routes.handle('connectionHealth', ({ read }) => read(readHealth))

  routes.handle('connectionEvents', ({ params, query: { before }, read }) =>
    read((ctx) => readEvents(ctx, params.id, before)),
  )

  routes.handle('createConnection', async ({ actor, body, run }) => {
    const connection = await run(async (ctx) => {
      const created = await createConnection(ctx, installedChannels, body)
      await onCreated(ctx, created)
      await onSaved(ctx, created, body)
      return getConnection(ctx, created.id)
    })
    return presentOne(connection, actor)
  })

  routes.handle('updateConnection', async ({ actor, params, body, run }) => {
    const connection = await run(async (ctx) => {
      await onSaved(ctx, await updateConnection(ctx, params.id, body), body)
      return getConnection(ctx, params.id)
    })
    return presentOne(connection, actor)
  })

  routes.handle('deleteConnection', async ({ params, run }) => {
    await run(async (ctx) => onDeleted(ctx, await deleteConnection(ctx, params.id)))
    return { message: 'Whatsapp deleted.' }
  })
}

/** Whoever runs the installation may look at a connection of any company, but link no phone there. */
function presentOne(connection: ConnectionRow, { profile, companyId }: UserActor) {
  const isAdmin = profile === 'admin'
  return presentConnection(connection, {
    showsToken: isAdmin,
    showsCode: isAdmin && connection.company_id === companyId,
  })
}
