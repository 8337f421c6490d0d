import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { listDrafts, removeDraft, saveDraft } from './drafts.repository.ts'

/** How to obtain a ticket on behalf of a user; throws where they may not see it. */
export type AccessTicket = (ctx: UserCtx, ticketId: number) => Promise<unknown>

export function draftsRoutes({ routes }: Deps, accessTicket: AccessTicket): void {
  routes.handle('listDrafts', ({ read }) => read(listDrafts))

  routes.handle('saveDraft', async ({ params: { id }, body: { body }, run }) => {
    await run(async (ctx) => {
      await accessTicket(ctx, id)
      await (body === '' ? removeDraft(ctx, id) : saveDraft(ctx, id, body))
    })
    return { ticketId: id, body }
  })
}
