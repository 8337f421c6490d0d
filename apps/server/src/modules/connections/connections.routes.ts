import { factsOf } from '#channels/facts'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { withinCompany } from '#modules/companies'
import { assertMayUpload, storeUpload, withUploads } from '#modules/media'
import { presentConnection } from './connections.presenter.ts'
import { type ConnectionRow, listConnections } from './connections.repository.ts'
import { deleteConnection } from './delete-connection.ts'
import { getConnection } from './get-connection.ts'
import { readEvents, readHealth } from './read-health.ts'
import { createConnection, updateConnection } from './save-connection.ts'
import { removeGreetingFile, setGreetingFile } from './set-greeting-file.ts'

export function connectionsRoutes(deps: Deps, installedChannels: readonly string[]): void {
  const { routes, units, keys } = deps

  routes.handle('listConnections', async ({ actor, query: { companyId }, read }) => {
    const reach = { actor, companyId, own: read, action: 'listConnections' } as const
    const connections = await withinCompany(units, reach, listConnections)
    return connections.map((connection) => presentConnection(connection, { showsCode: false }))
  })

  routes.handle('getConnection', async ({ actor, params, query: { companyId }, read }) => {
    const reach = { actor, companyId, own: read, action: 'getConnection' } as const
    const connection = await withinCompany(units, reach, (ctx) => getConnection(ctx, params.id))
    return presentOne(connection, actor)
  })

  routes.handle('connectionHealth', ({ read }) => read(readHealth))

  routes.handle('connectionEvents', ({ params, query: { before }, read }) =>
    read((ctx) => readEvents(ctx, params.id, before)),
  )

  // The answer is read after the commit, so that it includes changes that other modules make in response.
  routes.handle('createConnection', async ({ actor, body, run, read }) => {
    // Accounts are linked by a login (`network-accounts`).
    const isRun = installedChannels.includes(body.channel) && factsOf(body.channel).linkedBy !== 'account'
    if (!isRun) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
    const id = await run((ctx) => createConnection(ctx, { keys }, body))
    return presentOne(await read((ctx) => getConnection(ctx, id)), actor)
  })

  routes.handle('updateConnection', async ({ actor, params: { id }, body, run, read }) => {
    await run((ctx) => updateConnection(ctx, { keys }, id, body))
    return presentOne(await read((ctx) => getConnection(ctx, id)), actor)
  })

  routes.handle('deleteConnection', async ({ params, run }) => {
    await run((ctx) => deleteConnection(ctx, params.id))
    return { message: 'Whatsapp deleted.' }
  })

  routes.admitForm('setGreetingFile', async ({ params, actor, bytes, read }) => {
    await read(async (ctx) => {
      await getConnection(ctx, params.id)
      await assertMayUpload(ctx, bytes)
    })
    return { companyId: actor.companyId, kind: 'user', id: actor.userId }
  })

  routes.handle('setGreetingFile', async ({ params: { id }, actor, files: [file], run, read }) => {
    if (!file) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.file', message: 'required' }] })
    const work = { companyId: actor.companyId, files: [file], store: storeUpload }
    await withUploads(deps, work, async ([upload]) => {
      if (!upload) throw new Error('the file was not stored')
      await run((ctx) => setGreetingFile(ctx, id, upload))
    })
    return { mensagem: 'Arquivo Anexado', record: presentOne(await read((ctx) => getConnection(ctx, id)), actor) }
  })

  routes.handle('removeGreetingFile', async ({ params: { id }, actor, run, read }) => {
    await run((ctx) => removeGreetingFile(ctx, id))
    return { mensagem: 'Arquivo Excluído', record: presentOne(await read((ctx) => getConnection(ctx, id)), actor) }
  })
}

/** Operators may look at connections of any company, but must not get a code to link a phone there. */
function presentOne(connection: ConnectionRow, { profile, companyId }: UserActor) {
  return presentConnection(connection, { showsCode: profile === 'admin' && connection.company_id === companyId })
}
