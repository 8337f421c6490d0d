import type { Deps } from '#platform/deps'
import { eraseContact } from './erase-contact.ts'

export function erasureRoutes({ routes }: Pick<Deps, 'routes'>): void {
  routes.handle('deleteContact', async ({ params, run }) => {
    await run((ctx) => eraseContact(ctx, params.id))
    return { message: 'Contact deleted' }
  })
}
