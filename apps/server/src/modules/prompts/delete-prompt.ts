import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { accessPromptForChange } from './access-prompt.ts'
import { removePrompt } from './prompts.repository.ts'

/** Connections and queues let go of it. Customers who talk with it wait for a person. */
export async function deletePrompt(ctx: UserCtx, id: number): Promise<void> {
  const { name } = await accessPromptForChange(ctx, id)
  await removePrompt(ctx, id)
  await audit(ctx, { action: 'prompt.deleted', object: 'prompt', objectId: id, detail: { name } })
  ctx.emit('prompt.deleted', { promptId: id })
}
