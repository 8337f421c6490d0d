import type { Ctx, UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { assertMayChange } from './quick-messages.policy.ts'
import { type QuickMessageRow, findQuickMessages, lockQuickMessage } from './quick-messages.repository.ts'

export async function accessQuickMessage(ctx: Ctx, id: number): Promise<QuickMessageRow> {
  const [row] = await findQuickMessages(ctx, [id])
  if (!row) throw notFound('ERR_NO_QUICK_MESSAGE_FOUND')
  return row
}

/** Without a lock: for a check before the work begins. */
export async function accessQuickMessageToChange(ctx: UserCtx, id: number): Promise<QuickMessageRow> {
  const row = await accessQuickMessage(ctx, id)
  assertMayChange(ctx.actor, row)
  return row
}

/** Locks it, so that what it is checked for still holds when it is changed. */
export async function accessQuickMessageForChange(ctx: UserCtx, id: number): Promise<QuickMessageRow> {
  await lockQuickMessage(ctx, id)
  return accessQuickMessageToChange(ctx, id)
}
