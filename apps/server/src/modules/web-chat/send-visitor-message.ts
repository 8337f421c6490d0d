import type { Ctx } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import type { Parts } from '#platform/parts'
import { externalIdOf, messageToInbound } from '#channels/web-chat'
import { dropFile, keepFile } from '#modules/media'
import { storeInbound } from '#modules/messages'
import type { Visitor } from './access-web-chat.ts'
import { findArrival, isOurs } from './visitors.repository.ts'

export interface VisitorText {
  id: string
  body: string
  quotedId: string | null
  file: UploadedFile | undefined
}

export interface Taken {
  /** False: the same id had come before; nothing was changed. */
  isNew: boolean
  createdAt: Date
}

/** Takes a visitor's message in. Told "received" only after the commit of this unit of work; worked off after that. */
export async function sendVisitorMessage(
  ctx: Ctx,
  parts: Pick<Parts, 'storage'>,
  visitor: Visitor,
  text: VisitorText,
): Promise<Taken> {
  if (text.body.trim() === '' && !text.file)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.body', message: 'required' }] })
  if (visitor.is_blocked) throw new AppError('ERR_CONTACT_BLOCKED', 403)
  const { connectionId } = visitor.webChat
  // Storing finds out by itself; a file is not to be kept before that.
  const earlier = text.file && (await findArrival(ctx, connectionId, externalIdOf(visitor.id, text.id)))
  if (earlier) return { isNew: false, createdAt: earlier }

  const file = text.file ? await keepFile(ctx, parts, text.file) : null
  const quotedExternalId = text.quotedId === null ? null : await quotedAs(ctx, visitor, text.quotedId)
  const inbound = messageToInbound(visitor, { id: text.id, body: text.body, file, quotedExternalId })
  const { isNew, receivedAt } = await storeInbound(ctx, connectionId, inbound)
  if (!isNew && file) await dropFile(ctx, parts, file)
  return { isNew, createdAt: receivedAt }
}

/** Ours if it is one of ours in this conversation. Anything else can only mean one of the visitor's own. */
async function quotedAs(ctx: Ctx, { id, webChat, conversation_id }: Visitor, quotedId: string): Promise<string> {
  return (await isOurs(ctx, conversation_id, webChat.connectionId, quotedId)) ? quotedId : externalIdOf(id, quotedId)
}
