import type { Ctx } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import { externalIdOf, messageToInbound } from '#channels/web-chat'
import { type StoredUpload, dropFile, keepFile } from '#modules/media'
import { storeInbound } from '#modules/inbound'
import { type Visitor, findArrival, isOurs } from '#modules/visitors'

export interface VisitorText {
  id: string
  body: string
  quotedId: string | null
  upload: StoredUpload | undefined
}

export interface Taken {
  /** False: a message with this id was received before, and nothing was changed. */
  isNew: boolean
  createdAt: Date
}

/**
 * Stores a visitor's message in the inbox. The visitor is told "received" after the commit; the inbox worker processes
 * it later.
 */
export async function sendVisitorMessage(
  ctx: Ctx,
  visitor: Visitor,
  { id, body, quotedId, upload }: VisitorText,
): Promise<Taken> {
  if (body.trim() === '' && !upload)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.body', message: 'required' }] })
  if (visitor.is_blocked) throw new AppError('ERR_CONTACT_BLOCKED', 403)
  const { connectionId } = visitor.webChat
  // A repeated message is detected when it is stored, but its file must not be kept before that.
  const earlier = upload && (await findArrival(ctx, connectionId, externalIdOf(visitor.id, id)))
  if (earlier) return { isNew: false, createdAt: earlier }

  const file = upload ? await keepFile(ctx, upload) : null
  const quotedExternalId = quotedId === null ? null : await quotedAs(ctx, visitor, quotedId)
  const inbound = messageToInbound(visitor, { id, body, file, quotedExternalId })
  const { isNew, receivedAt } = await storeInbound(ctx, connectionId, inbound)
  if (!isNew && upload && file) await dropFile(ctx, upload, file)
  return { isNew, createdAt: receivedAt }
}

/**
 * The quoted id is that of our message if it is one of ours in this conversation; otherwise it is one of the visitor's
 * own.
 */
async function quotedAs(ctx: Ctx, { id, webChat, conversation_id }: Visitor, quotedId: string): Promise<string> {
  return (await isOurs(ctx, conversation_id, webChat.connectionId, quotedId)) ? quotedId : externalIdOf(id, quotedId)
}
