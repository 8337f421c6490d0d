import { setTimeout as pause } from 'node:timers/promises'
import type { Outbound, OutboundRead, Quoted, SendResult } from '@guiche/channel'
import {
  type AnyMessageContent,
  type WAMessage,
  type WAMessageKey,
  generateMessageIDV2,
  generateWAMessage,
  isJidGroup,
} from '@whiskeysockets/baileys'
import { codeOf } from '../session/disconnects.ts'
import type { Line } from '../session/line.ts'
import { messageBehind } from '../inbound/missing-contents.ts'
import { quotedContent } from './quoted-content.ts'
import { refusalOf, tooMuch } from './sent-messages.ts'
import { type OpenFile, toWhatsApp } from './to-whatsapp.ts'

/** Does at WhatsApp what the house wants; the answer is the network's own. Costs the message nothing where the line is to blame. */
export async function sendOn(line: Line, outbound: Outbound, openFile: OpenFile): Promise<SendResult> {
  try {
    return await act(line, outbound, openFile)
  } catch (error) {
    if (!line.isOpen) return { status: 'held' }
    if (codeOf(error) === tooMuch) return refusalOf(tooMuch)
    throw error
  }
}

async function act(line: Line, outbound: Outbound, openFile: OpenFile): Promise<SendResult> {
  const jid = jidAt(outbound.address)
  switch (outbound.kind) {
    case 'text':
    case 'media':
    case 'contacts':
    case 'location':
      return say(line, jid, await toWhatsApp(outbound, openFile), {
        messageId: outbound.externalId,
        ...(outbound.quoted && { quoted: quotedAt(jid, outbound.quoted) }),
      })
    case 'edit':
      return say(line, jid, { text: outbound.body, edit: keyOf(jid, { ...outbound, fromMe: true }) }, { edit: editing })
    case 'delete': {
      line.contents.forget(outbound.externalId)
      const edit = isJidGroup(jid) && !outbound.fromMe ? takingBackOthers : takingBack
      return say(line, jid, { delete: keyOf(jid, outbound) }, { edit })
    }
    case 'reaction':
      return say(line, jid, { react: { text: outbound.emoji, key: keyOf(jid, outbound) } })
    case 'read':
      return markRead(line, seenIn(jid, outbound))
  }
}

const keyOf = (
  remoteJid: string,
  { externalId, fromMe, author }: { externalId: string; fromMe: boolean; author?: string },
): WAMessageKey => ({ remoteJid, id: messageBehind(externalId), fromMe, ...(author && { participant: author }) })

/** Of each author's messages the library makes one receipt, under the first of their ids, and the receipts go in a row. */
async function markRead({ sock, sent }: Line, keys: WAMessageKey[]): Promise<SendResult> {
  const last = Object.values(Object.groupBy(keys, ({ participant }) => participant ?? '')).at(-1)?.[0]?.id
  const noted = last && sent.untilNoted(last)
  await sock.readMessages(keys)
  return noted || { status: 'sent' }
}

const seenIn = (remoteJid: string, { readIds, readAuthors = {} }: OutboundRead): WAMessageKey[] =>
  readIds.map((readId) => {
    const id = messageBehind(readId)
    const participant = readAuthors[readId]
    return { remoteJid, id, fromMe: false, ...(participant && { participant }) }
  })

/** A number alone is a person's. */
export const jidAt = (address: string): string => (address.includes('@') ? address : `${address}@s.whatsapp.net`)

/** What the network wants to know of what it cannot read. */
const editing = '1'
const takingBack = '7'
const takingBackOthers = '8'

interface How {
  messageId?: string
  quoted?: WAMessage
  edit?: string
}

async function say(line: Line, jid: string, content: AnyMessageContent, how: How = {}): Promise<SendResult> {
  const { sock, sent, contents } = line
  const { messageId = generateMessageIDV2(sock.user?.id), quoted, edit } = how
  const { message } = await generateWAMessage(jid, content, {
    messageId,
    userJid: sock.user?.id ?? '',
    upload: sock.waUploadToServer,
    ...(quoted && { quoted }),
  })
  if (!message) throw new Error('the library made no message of it')
  contents.keep(messageId, jid, message)
  const transmit = async () => {
    const answer = sent.untilAcknowledged(messageId)
    await sock.relayMessage(jid, message, { messageId, ...(edit && { additionalAttributes: { edit } }) })
    // Nothing counts as sent before the keys that it used are stored: a process that comes after this one would use them again.
    await line.settled()
    return answer
  }
  const result = await transmit()
  if (result.status !== 'held' || result.limit?.scope !== 'new_chats') return result
  const limit = await line.askNewChatLimit()
  if (limit) return { ...result, limit }
  // The library asks for the token that was missed. Once: the network takes each further try for one more stranger.
  await pause(tokenTime)
  return transmit()
}

/** In ms. */
const tokenTime = 3000

/** Where the customer's phone has its own copy, it finds it by the id. */
function quotedAt(remoteJid: string, quoted: Quoted): WAMessage {
  return { key: keyOf(remoteJid, quoted), message: quotedContent(quoted) }
}
