import type { Deps } from '#platform/deps'
import { closeImported } from './close-imported.ts'

export function importsRoutes({ routes }: Deps, wake: (companyId: number) => void): void {
  routes.handle('closeImported', async ({ actor, params, run }) => {
    await run((ctx) => closeImported(ctx, params.id))
    wake(actor.companyId)
    return 'whatsapp'
  })
}
