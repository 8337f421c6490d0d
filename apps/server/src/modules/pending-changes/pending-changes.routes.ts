import type { PendingChangeView } from '@guiche/contract'
import type { Channels } from '#channels/registry'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { notFound } from '#platform/errors'
import { askMessageDeletion, askTicketChange } from './ask-for-change.ts'
import { type ListedPendingChange, listPendingChanges, removeOwn } from './pending-changes.repository.ts'

export function pendingChangesRoutes({ routes }: Pick<Deps, 'routes'>, channels: Channels): void {
  routes.handle('listPendingChanges', ({ read }) =>
    read(async (ctx) => (await listPendingChanges(ctx, ctx.actor.userId)).map(present)),
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
    const isUndone = await run((ctx) => removeOwn(ctx, ctx.actor.userId, params.id))
    if (!isUndone) throw notFound('ERR_NO_PENDING_CHANGE')
    return { message: 'Pending change undone' }
  })
}

async function show(ctx: UserCtx, id: number): Promise<PendingChangeView> {
  const found = (await listPendingChanges(ctx, ctx.actor.userId)).find((pending) => pending.id === id)
  if (!found) throw notFound('ERR_NO_PENDING_CHANGE')
  return present(found)
}

const present = (row: ListedPendingChange): PendingChangeView => ({
  id: row.id,
  kind: row.kind,
  ticketId: row.ticket_id,
  ticketUuid: row.ticket_uuid,
  messageId: row.message_id,
  contactName: row.contact_name,
  dueIn: row.due_in,
})
