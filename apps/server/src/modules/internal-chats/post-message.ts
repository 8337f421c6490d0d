import type { UserCtx } from '#platform/context'
import { refusing } from '#platform/database/refusing'
import { notFound } from '#platform/errors'
import { type FileDetails, type StoredUpload, keepFile } from '#modules/media'
import { accessTicket } from '#modules/tickets'
import { accessChatForChange, accessMessage } from './access-chat.ts'
import { countMessage } from './members.repository.ts'
import { type InternalMessageRow, type NewMessage, findByClientId, insertMessage } from './messages.repository.ts'

export interface NewText {
  body: string
  /** Chosen by the client. A repeated call with the same id returns the first message. */
  clientId: string | null
  replyToId: number | null
  mentions: readonly number[]
  ticketId?: number | null
}

export async function postText(ctx: UserCtx, chatId: number, text: NewText): Promise<InternalMessageRow> {
  await accessChatForChange(ctx, chatId)
  const earlier = await earlierOf(ctx, chatId, text)
  if (earlier) return earlier
  // Whoever shows a ticket sees it; the others see of it what they may.
  if (typeof text.ticketId === 'number') await accessTicket(ctx, text.ticketId)
  return insert(ctx, {
    ...text,
    chatId,
    mediaType: 'text',
    fileId: null,
    ticketId: text.ticketId ?? null,
  })
}

/** One message per file. The first gets the text, the client's id and the details, and is returned. */
export async function postFiles(
  ctx: UserCtx,
  chatId: number,
  text: NewText,
  { uploads, details }: { uploads: readonly StoredUpload[]; details: FileDetails },
): Promise<InternalMessageRow> {
  await accessChatForChange(ctx, chatId)
  const earlier = await earlierOf(ctx, chatId, text)
  if (earlier) return earlier
  const posted: InternalMessageRow[] = []
  for (const [nth, upload] of uploads.entries()) {
    const { fileId, mediaType } = await keepFile(ctx, upload, nth === 0 ? details : {})
    const words = nth === 0 ? text : { body: '', clientId: null, replyToId: null, mentions: [] }
    posted.push(
      await insert(ctx, {
        ...words,
        chatId,
        fileId,
        mediaType: mediaType === 'sticker' ? 'image' : mediaType,
        ticketId: null,
      }),
    )
  }
  const [first] = posted
  if (!first) throw notFound('ERR_NO_MESSAGE_FOUND')
  return first
}

/** An id that was used in another chat gives an error that reveals nothing about it. */
async function earlierOf(
  ctx: UserCtx,
  chatId: number,
  { clientId }: Pick<NewText, 'clientId'>,
): Promise<InternalMessageRow | undefined> {
  const earlier = clientId === null ? undefined : await findByClientId(ctx, clientId)
  if (!earlier) return undefined
  if (earlier.chat_id !== chatId) throw usedElsewhere()
  return accessMessage(ctx, earlier.id)
}

const usedElsewhere = () => notFound('ERR_NO_MESSAGE_FOUND')

/** The caller has locked the chat, so messages are numbered in the order in which they are committed. */
async function insert(ctx: UserCtx, message: NewMessage): Promise<InternalMessageRow> {
  // In another chat, at this moment.
  const id = await refusing(insertMessage(ctx, message), { internal_messages_client: usedElsewhere })
  await countMessage(ctx, { chatId: message.chatId, messageId: id })
  ctx.emit('internalMessage.created', { chatId: message.chatId, internalMessageId: id })
  return accessMessage(ctx, id)
}
