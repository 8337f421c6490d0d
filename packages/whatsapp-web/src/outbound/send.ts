import { setTimeout as pause } from 'node:timers/promises'
import type { Outbound, OutboundMessage, OutboundRead, Quoted, SendResult } from '@guiche/channel'
import {
  type AnyMessageContent,
  type proto,
  type WAMessage,
  type WAMessageKey,
  generateMessageIDV2,
  generateWAMessageContent,
  generateWAMessageFromContent,
  isJidGroup,
} from '@whiskeysockets/baileys'
import type { WaConnection } from '../session/wa-connection.ts'
import { originalIdOf } from '../inbound/missing-contents.ts'
import { quotedContent } from './quoted-content.ts'
import { disconnected, isRateLimited, tooMany } from './sent-messages.ts'
import { type OpenFile, toWhatsApp } from './to-whatsapp.ts'

/** Carries out an outbound action and returns WhatsApp's answer. A lost connection does not count as an attempt. */
export async function sendOn(connection: WaConnection, outbound: Outbound, openFile: OpenFile): Promise<SendResult> {
  try {
    return await act(connection, outbound, openFile)
  } catch (error) {
    if (!connection.isOpen) return disconnected
    if (isRateLimited(error)) return tooMany
    throw error
  }
}

async function act(connection: WaConnection, outbound: Outbound, openFile: OpenFile): Promise<SendResult> {
  const jid = jidOf(outbound.address)
  switch (outbound.kind) {
    case 'media': {
      const upload = async () => contentOf(connection, jid, await toWhatsApp(outbound, openFile))
      return transmitNew(connection, jid, await connection.files.messageOf(outbound, upload), howOf(jid, outbound))
    }
    case 'text':
    case 'contacts':
    case 'location':
    case 'template':
      return say(connection, jid, await toWhatsApp(outbound, openFile), howOf(jid, outbound))
    case 'edit':
      return say(
        connection,
        jid,
        { text: outbound.body, edit: keyOf(jid, { ...outbound, fromMe: true }) },
        { edit: editing },
      )
    case 'delete': {
      connection.contents.forget(outbound.externalId)
      const edit = isJidGroup(jid) && !outbound.fromMe ? takingBackOthers : takingBack
      return say(connection, jid, { delete: keyOf(jid, outbound) }, { edit })
    }
    case 'reaction':
      return say(connection, jid, { react: { text: outbound.emoji, key: keyOf(jid, outbound) } })
    case 'read':
      return markRead(connection, seenIn(jid, outbound))
  }
}

const keyOf = (
  remoteJid: string,
  { externalId, fromMe, author }: { externalId: string; fromMe: boolean; author?: string },
): WAMessageKey => ({ remoteJid, id: originalIdOf(externalId), fromMe, ...(author && { participant: author }) })

/** The library sends one receipt per author, in order, under the first message id. So the last receipt is awaited. */
async function markRead({ sock, sent }: WaConnection, keys: WAMessageKey[]): Promise<SendResult> {
  const last = Object.values(Object.groupBy(keys, ({ participant }) => participant ?? '')).at(-1)?.[0]?.id
  const noted = last && sent.untilNoted(last)
  await sock.readMessages(keys)
  return noted || { status: 'sent' }
}

const seenIn = (remoteJid: string, { readIds, readAuthors = {} }: OutboundRead): WAMessageKey[] =>
  readIds.map((readId) => {
    const id = originalIdOf(readId)
    const participant = readAuthors[readId]
    return { remoteJid, id, fromMe: false, ...(participant && { participant }) }
  })

/** An address without a server is a phone number. */
export const jidOf = (address: string): string => (address.includes('@') ? address : `${address}@s.whatsapp.net`)

/** Stanza attributes that tell WhatsApp the kind of an encrypted change. */
const editing = '1'
const takingBack = '7'
const takingBackOthers = '8'

interface How {
  messageId?: string
  quoted?: WAMessage
  edit?: string
}

const howOf = (jid: string, { externalId, quoted }: OutboundMessage): How => ({
  messageId: externalId,
  ...(quoted && { quoted: quotedAt(jid, quoted) }),
})

const say = async (
  connection: WaConnection,
  jid: string,
  content: AnyMessageContent,
  how: How = {},
): Promise<SendResult> => transmitNew(connection, jid, await contentOf(connection, jid, content), how)

/** Uploads a file, if there is one. */
const contentOf = ({ sock }: WaConnection, jid: string, content: AnyMessageContent): Promise<proto.IMessage> =>
  generateWAMessageContent(content, { upload: sock.waUploadToServer, jid })

async function transmitNew(
  connection: WaConnection,
  jid: string,
  content: proto.IMessage,
  how: How,
): Promise<SendResult> {
  const { sock, sent, contents } = connection
  const { messageId = generateMessageIDV2(sock.user?.id), quoted, edit } = how
  const { message } = generateWAMessageFromContent(jid, content, {
    messageId,
    userJid: sock.user?.id ?? '',
    ...(quoted && { quoted }),
  })
  if (!message) throw new Error('the library made no message of it')
  contents.keep(messageId, jid, message)
  const transmit = async () => {
    const answer = sent.untilAcknowledged(messageId)
    await sock.relayMessage(jid, message, { messageId, ...(edit && { additionalAttributes: { edit } }) })
    // It counts as sent only once its keys are stored; otherwise the next process would use them again.
    await connection.settled()
    return answer
  }
  const result = await transmit()
  if (result.status !== 'held' || result.limit?.scope !== 'new_chats') return result
  const limit = await connection.askNewChatLimit()
  if (limit) return { ...result, limit }
  // The library now requests the missing token. Only one retry, because WhatsApp counts each attempt as a new stranger.
  await pause(tokenTime)
  return transmit()
}

/** In ms. */
const tokenTime = 3000

/** The customer's phone finds its own copy by the id. */
function quotedAt(remoteJid: string, quoted: Quoted): WAMessage {
  return { key: keyOf(remoteJid, quoted), message: quotedContent(quoted) }
}
