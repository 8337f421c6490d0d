import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { accessQuickMessageForChange } from './access-quick-message.ts'
import { emptyCategory, removeQuickMessage } from './quick-messages.repository.ts'

/**
 * Messages of a category stay, without one. A file that no message shows either is removed by the next sweep of unused
 * files.
 */
export async function deleteQuickMessage(ctx: UserCtx, id: number): Promise<void> {
  const { shortcode, is_category, is_general } = await accessQuickMessageForChange(ctx, id)
  const left = is_category ? await emptyCategory(ctx, id) : []
  await removeQuickMessage(ctx, id)
  await audit(ctx, {
    action: 'quickMessage.deleted',
    object: 'quickMessage',
    objectId: id,
    detail: { shortcode, isCategory: is_category, isGeneral: is_general },
  })
  for (const quickMessageId of left) ctx.emit('quickMessage.saved', { quickMessageId, wasGeneral: false })
  ctx.emit('quickMessage.deleted', { quickMessageId: id })
}
