import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { type StoredUpload, keepFile } from '#modules/media'
import { changeConnection } from './connections.repository.ts'
import { getConnection } from './get-connection.ts'

/** Replaces the file. The one before is removed by the next sweep if no message shows it. */
export async function setGreetingFile(ctx: UserCtx, connectionId: number, upload: StoredUpload): Promise<void> {
  await getConnection(ctx, connectionId)
  const { fileId } = await keepFile(ctx, upload)
  await changed(ctx, connectionId, fileId)
}

export async function removeGreetingFile(ctx: UserCtx, connectionId: number): Promise<void> {
  await getConnection(ctx, connectionId)
  await changed(ctx, connectionId, null)
}

async function changed(ctx: UserCtx, connectionId: number, fileId: number | null): Promise<void> {
  await changeConnection(ctx, connectionId, { greeting_file_id: fileId })
  const { name, channel } = await getConnection(ctx, connectionId)
  await audit(ctx, {
    action: 'connection.updated',
    object: 'connection',
    objectId: connectionId,
    detail: { name, channel },
  })
  ctx.emit('connection.saved', { connectionId })
}
