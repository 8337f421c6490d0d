import type { Deps } from '#platform/deps'
import { getConnection, presentConnection } from '#modules/connections'
import { changeSession, restartSessions } from './change-session.ts'
import { beginMoveToPhone, endMoveToPhone } from './move-to-phone.ts'

/** docs/requirements/service.md, section 7. Existing clients know these answers. */
export function whatsAppSessionsRoutes({ routes }: Deps, wake: () => void): void {
  routes.handle('startSession', async ({ params, run }) => {
    await run((ctx) => changeSession(ctx, params.id, 'open'))
    wake()
    return { message: 'Starting session.' }
  })

  routes.handle('renewSession', async ({ params, run }) => {
    await run((ctx) => changeSession(ctx, params.id, 'anew'))
    wake()
    return { message: 'Starting session.' }
  })

  routes.handle('endSession', async ({ params, run }) => {
    await run((ctx) => changeSession(ctx, params.id, 'unlinked'))
    wake()
    return { message: 'Session disconnected.' }
  })

  routes.handle('moveToPhone', async ({ actor, params: { id }, run, read }) => {
    await run((ctx) => beginMoveToPhone(ctx, id))
    wake()
    const connection = await read((ctx) => getConnection(ctx, id))
    return presentConnection(connection, { showsCode: actor.profile === 'admin' })
  })

  routes.handle('endMoveToPhone', async ({ params: { id }, run }) => {
    await run((ctx) => endMoveToPhone(ctx, id))
    wake()
    return { message: 'Session disconnected.' }
  })

  routes.handle('restartSessions', async ({ run }) => {
    await run(restartSessions)
    wake()
    return { message: 'Restarting sessions.' }
  })
}
