import type { Ctx, UserCtx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type MediaType, type StoredUpload, keepFile, mediaTypeOf } from '#modules/media'
import { accessQuickMessage, accessQuickMessageForChange, accessQuickMessageToChange } from './access-quick-message.ts'
import { type QuickMessageRow, changeQuickMessage } from './quick-messages.repository.ts'

/** Before the file is received. */
export async function assertMaySetFile(ctx: UserCtx, id: number): Promise<void> {
  assertIsMessage(await accessQuickMessageToChange(ctx, id))
}

/** Replaces the file. The one before is removed by the next sweep if no message shows it. */
export async function setFile(ctx: UserCtx, id: number, upload: StoredUpload): Promise<QuickMessageRow> {
  assertIsMessage(await accessQuickMessageForChange(ctx, id))
  const { fileId } = await keepFile(ctx, upload)
  return withFile(ctx, id, fileId)
}

export async function removeFile(ctx: UserCtx, id: number): Promise<QuickMessageRow> {
  await accessQuickMessageForChange(ctx, id)
  return withFile(ctx, id, null)
}

function assertIsMessage({ is_category }: QuickMessageRow): void {
  if (is_category) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'params.id', message: 'isCategory' }] })
}

async function withFile(ctx: UserCtx, id: number, fileId: number | null): Promise<QuickMessageRow> {
  await changeQuickMessage(ctx, id, { file_id: fileId })
  ctx.emit('quickMessage.saved', { quickMessageId: id, wasGeneral: false })
  return accessQuickMessage(ctx, id)
}

/** The stored file, to be sent in a message as it is. */
export async function fileOfQuickMessage(ctx: Ctx, id: number): Promise<{ fileId: number; mediaType: MediaType }> {
  const { file_id, file_type } = await accessQuickMessage(ctx, id)
  if (file_id === null || file_type === null) throw badRequest('ERR_WAPP_DOWNLOAD_MEDIA')
  return { fileId: file_id, mediaType: mediaTypeOf(file_type) }
}
