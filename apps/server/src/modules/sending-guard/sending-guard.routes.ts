import type { NumberGuardView } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import type { SendingBounds } from '#platform/process/config'
import { startingConnections } from './guards.repository.ts'
import { presentGuard } from './guards.presenter.ts'
import { resume } from './pause.ts'
import { holidays, readGuard, readGuards } from './room.ts'
import { saveGuard } from './save-guard.ts'

const starting = channelsThat(({ mayStartConversation }) => mayStartConversation)

export function sendingGuardRoutes({ routes }: Pick<Deps, 'routes'>, bounds: SendingBounds): void {
  routes.handle('listNumberGuards', ({ run }) =>
    run(async (ctx) => {
      const rows = await readGuards(ctx, await startingConnections(ctx, starting))
      const days = await holidays(ctx)
      return rows.map((row) => presentGuard(row, bounds, days))
    }),
  )

  routes.handle('updateNumberGuard', ({ params, body, run }) =>
    run(async (ctx) => {
      await shown(ctx, params.id)
      await saveGuard(ctx, bounds, { connectionId: params.id, change: body })
      return shown(ctx, params.id)
    }),
  )

  routes.handle('resumeNumber', ({ params, run }) =>
    run(async (ctx) => {
      await shown(ctx, params.id)
      await resume(ctx, params.id)
      return shown(ctx, params.id)
    }),
  )

  async function shown(ctx: UserCtx, connectionId: number): Promise<NumberGuardView> {
    const row = (await startingConnections(ctx, starting)).includes(connectionId)
      ? await readGuard(ctx, connectionId)
      : undefined
    if (!row) throw notFound('ERR_NO_WAPP_FOUND')
    return presentGuard(row, bounds, await holidays(ctx))
  }
}
