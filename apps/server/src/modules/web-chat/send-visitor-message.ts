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
  /** False: the same id had come before; nothing was changed. */
  isNew: boolean
  createdAt: Date
}

/** Takes a visitor's message in. Told "received" only after the commit of this unit of work; worked off after that. */
export async function sendVisitorMessage(
  ctx: Ctx,
  visitor: Visitor,
  { id, body, quotedId, upload }: VisitorText,
): Promise<Taken> {
  if (body.trim() === '' && !upload)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.body', message: 'required' }] })
  if (visitor.is_blocked) throw new AppError('ERR_CONTACT_BLOCKED', 403)
  const { connectionId } = visitor.webChat
  // Storing finds out by itself; a file is not to be kept before that.
  const earlier = upload && (await findArrival(ctx, connectionId, externalIdOf(visitor.id, id)))
  if (earlier) return { isNew: false, createdAt: earlier }

  const file = upload ? await keepFile(ctx, upload) : null
  const quotedExternalId = quotedId === null ? null : await quotedAs(ctx, visitor, quotedId)
  const inbound = messageToInbound(visitor, { id, body, file, quotedExternalId })
  const { isNew, receivedAt } = await storeInbound(ctx, connectionId, inbound)
  if (!isNew && upload && file) await dropFile(ctx, upload, file)
  return { isNew, createdAt: receivedAt }
}

/** Ours if it is one of ours in this conversation. Anything else can only mean one of the visitor's own. */
async function quotedAs(ctx: Ctx, { id, webChat, conversation_id }: Visitor, quotedId: string): Promise<string> {
  return (await isOurs(ctx, conversation_id, webChat.connectionId, quotedId)) ? quotedId : externalIdOf(id, quotedId)
}
