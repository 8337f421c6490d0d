import { limits } from '@guiche/contract'
import { notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { emitForInstallation } from '#modules/companies'
import { presentHelp } from './helps.presenter.ts'
import { allHelps, findHelp, pageOfHelps } from './helps.repository.ts'
import { createHelp, deleteHelp, updateHelp } from './save-help.ts'

export function helpsRoutes({ routes, units }: Deps): void {
  const { operator } = units

  routes.handle('listHelps', async ({ query, read }) => {
    const { rows, count } = await read(({ db }) => pageOfHelps(db, query))
    return { records: rows.map(presentHelp), count, hasMore: count > query.pageNumber * limits.rowsPerPage }
  })

  routes.handle('pickHelps', async ({ read }) => (await read(({ db }) => allHelps(db))).map(presentHelp))

  routes.handle('createHelp', async ({ actor, body }) => {
    const helpId = await createHelp(operator, actor, body)
    await emitForInstallation(units, 'help.saved', { helpId, isNew: true })
    return present(helpId)
  })

  routes.handle('updateHelp', async ({ actor, params, body }) => {
    await updateHelp(operator, actor, params.id, body)
    await emitForInstallation(units, 'help.saved', { helpId: params.id, isNew: false })
    return present(params.id)
  })

  routes.handle('deleteHelp', async ({ actor, params }) => {
    await deleteHelp(operator, actor, params.id)
    await emitForInstallation(units, 'help.deleted', { helpId: params.id })
    return { message: 'Help deleted' }
  })

  async function present(id: number) {
    const row = await findHelp(operator, id)
    if (!row) throw notFound('ERR_NO_HELP_FOUND')
    return presentHelp(row)
  }
}
