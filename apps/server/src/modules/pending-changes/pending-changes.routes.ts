import type { PendingChangeView } from '@guiche/contract'
import type { Channels } from '#channels/registry'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { askMessageDeletion, askTicketChange } from './ask-for-change.ts'
import { presentPendingChange } from './pending-changes.presenter.ts'
import { findListed, listPendingChanges } from './pending-changes.repository.ts'
import { undoChange } from './undo-change.ts'

export function pendingChangesRoutes({ routes }: Pick<Deps, 'routes'>, channels: Channels): void {
  routes.handle('listPendingChanges', ({ read, actor }) =>
    read(async (ctx) =>
      (await listPendingChanges(ctx)).map((row) => presentPendingChange(row, { masked: actor.numbersMasked })),
    ),
  )

  routes.handle('askTicketChange', async ({ params, body, run, read }) => {
    const id = await askTicketChange(run, params.id, body)
    return read((ctx) => show(ctx, id))
  })

  routes.handle('askMessageDeletion', async ({ params, run, read }) => {
    const id = await askMessageDeletion(run, channels, params.id)
    return read((ctx) => show(ctx, id))
  })

  routes.handle('undoPendingChange', async ({ params, run }) => {
    await run((ctx) => undoChange(ctx, params.id))
    return { message: 'Pending change undone' }
  })
}

async function show(ctx: UserCtx, id: number): Promise<PendingChangeView> {
  const [row] = await findListed(ctx, [id])
  if (!row) throw notFound('ERR_NO_PENDING_CHANGE')
  return presentPendingChange(row, { masked: ctx.actor.numbersMasked })
}
