import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type StoredUpload, keepFile } from '#modules/media'
import { type NewText, type Posted, postMessage } from './post-message.ts'

/** Each file is a message of its own, in one unit of work; the words and the client's id go with the first. Answers the first. */
export async function postUploads(
  ctx: Ctx,
  ticketId: number,
  text: Omit<NewText, 'carries'>,
  uploads: readonly StoredUpload[],
): Promise<Posted> {
  const posted: Posted[] = []
  for (const [index, upload] of uploads.entries()) {
    const words = index === 0 ? text : { ...text, body: '', clientId: null }
    const message = await postMessage(ctx, ticketId, { ...words, carries: () => keepFile(ctx, upload) })
    posted.push(message)
    if (!message.isNew) break
  }
  const [first] = posted
  if (!first) throw notFound('ERR_NO_MESSAGE_FOUND')
  return first
}
