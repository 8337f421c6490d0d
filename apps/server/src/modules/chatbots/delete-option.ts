import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { changeMenu } from './save-menu.ts'
import { optionOf } from './save-option.ts'

/** Deletes an option with all below it; the numbers of the others on its level close the gap. */
export async function deleteOption(ctx: Ctx, optionId: number): Promise<void> {
  const { name, queue_id, parent_id } = await optionOf(ctx, optionId)
  await changeMenu(ctx, queue_id, (menu) => ({
    parentId: parent_id,
    items: menu.filter((other) => other.parent_id === parent_id && other.id !== optionId).map(({ id }) => ({ id })),
  }))
  await audit(ctx, { action: 'option.deleted', object: 'option', objectId: optionId, detail: { name } })
  ctx.emit('option.deleted', { optionId, queueId: queue_id })
}
