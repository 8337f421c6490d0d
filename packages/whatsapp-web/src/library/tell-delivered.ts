import { type BinaryNode, type WASocket, areJidsSameUser } from '@whiskeysockets/baileys'
import type { SessionStore } from '../store/session-store.ts'

/**
 * If the connection is lost after a message is stored and before its receipt is sent, WhatsApp delivers the message again.
 * Its key is used up, so the library refuses it as unreadable. Without this receipt the author would never see it as
 * delivered.
 */
export async function tellDelivered(sock: WASocket, store: SessionStore, { attrs }: BinaryNode): Promise<void> {
  const { id, from, participant } = attrs
  if (id === undefined || from === undefined || isOwn(sock, from)) return
  if (await store.hasMessage(id)) await sock.sendReceipt(from, participant, [id], undefined)
}

const isOwn = ({ user }: WASocket, jid: string) => areJidsSameUser(jid, user?.id) || areJidsSameUser(jid, user?.lid)
