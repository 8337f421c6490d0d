import type { Outbound, Quoted, SendResult } from '@guiche/channel'
import {
  type AnyMessageContent,
  type MiscMessageGenerationOptions,
  type WAMessage,
  type WAMessageKey,
  generateMessageIDV2,
} from '@whiskeysockets/baileys'
import type { Line } from './line.ts'
import { type OpenFile, toWhatsApp } from './to-whatsapp.ts'

/** Does at WhatsApp what the house wants; the answer is the network's own. */
export async function sendOn(line: Line, outbound: Outbound, openFile: OpenFile): Promise<SendResult> {
  const jid = jidAt(outbound.address)
  const key: WAMessageKey = { remoteJid: jid, id: outbound.externalId, fromMe: outbound.fromMe ?? true }
  switch (outbound.action) {
    case 'send':
      return say(line, jid, await toWhatsApp(outbound, openFile), {
        messageId: outbound.externalId,
        ...(outbound.quoted && { quoted: quotedAt(jid, outbound.quoted) }),
      })
    case 'edit':
      return say(line, jid, { text: outbound.body, edit: key })
    case 'delete':
      return say(line, jid, { delete: key })
    case 'react':
      return say(line, jid, { react: { text: outbound.emoji ?? '', key } })
    case 'read':
      await line.sock.readMessages((outbound.readIds ?? []).map((id) => ({ remoteJid: jid, id, fromMe: false })))
      return { status: 'sent' }
  }
}

/** A number alone is a person's. */
export const jidAt = (address: string): string => (address.includes('@') ? address : `${address}@s.whatsapp.net`)

async function say(
  line: Line,
  jid: string,
  content: AnyMessageContent,
  options: MiscMessageGenerationOptions = {},
): Promise<SendResult> {
  const messageId = options.messageId ?? generateMessageIDV2(line.sock.user?.id)
  const answer = line.sent.untilAcknowledged(messageId)
  await line.sock.sendMessage(jid, content, { ...options, messageId })
  return answer
}

/** The customer's phone shows its own copy; it is found by its id. */
const quotedAt = (remoteJid: string, { externalId, fromMe, body }: Quoted): WAMessage => ({
  key: { remoteJid, id: externalId, fromMe },
  message: { conversation: body },
})
