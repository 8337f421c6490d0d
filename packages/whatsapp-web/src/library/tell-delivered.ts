import { type BinaryNode, type WASocket, areJidsSameUser } from '@whiskeysockets/baileys'
import type { SessionStore } from '../store/session-store.ts'

/**
 * A message that was stored on a line which was lost before its receipt left comes again, and its key is used up. To the
 * library it is unreadable, and it refuses it: its author would never see that it has come.
 */
export async function tellDelivered(sock: WASocket, store: SessionStore, { attrs }: BinaryNode): Promise<void> {
  const { id, from, participant } = attrs
  if (id === undefined || from === undefined || isOwn(sock, from)) return
  if (await store.hasMessage(id)) await sock.sendReceipt(from, participant, [id], undefined)
}

const isOwn = ({ user }: WASocket, jid: string) => areJidsSameUser(jid, user?.id) || areJidsSameUser(jid, user?.lid)
