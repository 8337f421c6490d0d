import type { Deps } from '#platform/deps'
import { accessTicket } from '#modules/tickets'
import { listDrafts, removeDraft, saveDraft } from './drafts.repository.ts'

export function draftsRoutes({ routes }: Deps): void {
  routes.handle('listDrafts', ({ read }) => read(listDrafts))

  routes.handle('saveDraft', async ({ params: { id }, body: { body, isPrivate }, run }) => {
    const draft = { ticketId: id, body, isPrivate }
    await run(async (ctx) => {
      await accessTicket(ctx, id)
      await (body === '' ? removeDraft(ctx, id) : saveDraft(ctx, draft))
    })
    return draft
  })
}
