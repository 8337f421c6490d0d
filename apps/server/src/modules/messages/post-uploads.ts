import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type FileDetails, type StoredUpload, keepFile } from '#modules/media'
import { type NewText, type Posted, postMessage } from './post-message.ts'

/** Posts one message per file. The first gets the text, the client's id and the details, and is returned. */
export async function postUploads(
  ctx: Ctx,
  ticketId: number,
  text: Omit<NewText, 'content'>,
  uploads: readonly StoredUpload[],
  details: FileDetails = {},
): Promise<Posted> {
  const posted: Posted[] = []
  for (const [index, upload] of uploads.entries()) {
    const fields = index === 0 ? text : { ...text, body: '', clientId: null }
    const message = await postMessage(ctx, ticketId, {
      ...fields,
      content: () => keepFile(ctx, upload, index === 0 ? details : {}),
    })
    posted.push(message)
    if (!message.isNew) break
  }
  const [first] = posted
  if (!first) throw notFound('ERR_NO_MESSAGE_FOUND')
  return first
}
