import type { Customer, Question } from '@guiche/channel'
import { type WASocket, jidDecode } from '@whiskeysockets/baileys'
import { jidOf } from '../outbound/send.ts'

/** Queries or changes something about a WhatsApp user. Throws if WhatsApp does not answer. */
export async function askOn(sock: WASocket, question: Extract<Question, Customer>): Promise<string | null> {
  const jid = jidOf(question.address)
  switch (question.about) {
    case 'number':
      return numberOf(sock, jid)
    case 'block':
      await sock.updateBlockStatus(jid, question.isBlocked ? 'block' : 'unblock')
      return null
    case 'picture':
      return pictureOf(sock, jid)
  }
}

/** The number in WhatsApp's form: a Brazilian mobile may or may not have its ninth digit. */
async function numberOf(sock: WASocket, jid: string): Promise<string | null> {
  const found = await sock.onWhatsApp(jid)
  if (!found) throw new Error('WhatsApp has not said who has the number')
  const [one] = found
  return one?.exists ? (jidDecode(one.jid)?.user ?? null) : null
}

/** Null: hidden or missing; WhatsApp does not tell which. */
async function pictureOf(sock: WASocket, jid: string): Promise<string | null> {
  try {
    return (await sock.profilePictureUrl(jid, 'preview')) ?? null
  } catch (error) {
    if (error instanceof Error && 'data' in error && [401, 403, 404].includes(Number(error.data))) return null
    throw error
  }
}
