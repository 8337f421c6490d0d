import type { UserCtx } from '#platform/context'
import { type StoredUpload, keepFile } from '#modules/media'
import { type ConnectionRow, changeConnection } from './connections.repository.ts'
import { getConnection } from './get-connection.ts'
import { auditChange } from './save-connection.ts'

/** Replaces the file. The one before is removed by the next sweep if no message shows it. */
export async function setGreetingFile(ctx: UserCtx, connectionId: number, upload: StoredUpload): Promise<void> {
  const before = await getConnection(ctx, connectionId)
  const { fileId } = await keepFile(ctx, upload)
  await change(ctx, before, fileId)
}

export async function removeGreetingFile(ctx: UserCtx, connectionId: number): Promise<void> {
  await change(ctx, await getConnection(ctx, connectionId), null)
}

async function change(ctx: UserCtx, before: ConnectionRow, fileId: number | null): Promise<void> {
  const { id } = before
  await changeConnection(ctx, id, { greeting_file_id: fileId })
  await auditChange(ctx, before, await getConnection(ctx, id))
  ctx.emit('connection.saved', { connectionId: id })
}
