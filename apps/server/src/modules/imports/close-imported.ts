import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { getConnection } from '#modules/connections'
import { setClosing } from './imports.repository.ts'

/** Closes the waiting tickets that an import created, in batches; during an import, at its end. */
export async function closeImported(ctx: Ctx, connectionId: number): Promise<void> {
  const { name, import: asked } = await getConnection(ctx, connectionId)
  if (!asked) return
  await setClosing(ctx, connectionId, { isRunning: asked.state !== 'done' && asked.state !== 'closing' })
  await audit(ctx, { action: 'import.closed', object: 'connection', objectId: connectionId, detail: { name } })
  ctx.emit('import.moved', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}
