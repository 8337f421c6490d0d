import type { Absence, Identity, Inbound } from '@guiche/channel'
import {
  type BinaryNode,
  decodeMessageNode,
  isJidBroadcast,
  isJidGroup,
  isJidStatusBroadcast,
  jidNormalizedUser,
  proto,
  unpadRandomMax16,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import { contentOf } from './message-content.ts'
import { identityOf, namesOf } from './jid.ts'
import type { MediaSource } from '../media/media-source.ts'
import { idOfArrived } from './message-id.ts'

export interface Own {
  id: string
  lid: string
}

/** One decrypted part of a stanza. */
export interface Arrived {
  key: WAMessageKey
  category: string | null | undefined
  pushName: string | null | undefined
  /** In seconds. */
  at: number
  message: proto.IMessage
  /** The secret that encrypts later edits. */
  secret: Uint8Array | null | undefined
  /** Set if it arrives so late that it counts as missed. */
  missed?: Absence
}

export function arrivedIn(stanza: BinaryNode, plaintext: Uint8Array, own: Own): Arrived {
  const { key, category, pushName, messageTimestamp } = decodeMessageNode(stanza, own.id, own.lid).fullMessage
  const decoded = proto.Message.decode(unpadRandomMax16(plaintext))
  const message = decoded.deviceSentMessage?.message ?? decoded
  const { messageSecret: secret } = decoded.messageContextInfo ?? message.messageContextInfo ?? {}
  return { key, category, pushName, at: Number(messageTimestamp), message, secret }
}

/** Converts it to inbound events. Empty if it has no content for users. */
export function toInbound({ key, category, pushName, at, message, missed }: Arrived, own: Own): Inbound[] {
  const chat = chatOf(key)
  if (!chat || category === 'peer' || isSelf(chat, own)) return []
  const content = contentOf(message)
  if (content.kind === 'nothing' || !key.id) return []
  const origin = {
    externalId: idOfArrived(key.id),
    from: chat[0],
    ...(chat.length > 1 && { aliases: chat.slice(1) }),
    ...(key.fromMe ? { isEcho: true } : authorIn(key, pushName)),
  }
  // WhatsApp's times are whole seconds; the end of the second keeps the edit after its message.
  if (content.kind === 'edit') return [{ doneAt: new Date(at * 1000 + 999).toISOString(), ...origin, ...content }]
  if (content.kind !== 'said') return [{ ...origin, ...content }]
  const { kind: _, ...said } = content
  const isGroup = isJidGroup(key.remoteJid ?? '')
  return [
    {
      kind: 'message',
      ...origin,
      ...said,
      ...(said.media && { media: { ...said.media, source: { ...said.media.source, message: messageKeyOf(key) } } }),
      name: key.fromMe || isGroup ? '' : (pushName ?? ''),
      sentAt: new Date(at * 1000).toISOString(),
      ...(isGroup && { isGroup }),
      ...(missed && { missed }),
    },
  ]
}

/** The key by which a phone finds a message. */
export const messageKeyOf = ({ remoteJid, id, fromMe, participant }: proto.IMessageKey): MediaSource['message'] => ({
  remoteJid: remoteJid ?? '',
  id: id ?? '',
  fromMe: fromMe === true,
  participant: participant ?? null,
})

/** The identities of the chat. A message to a sender's broadcast list belongs to the chat with the sender. */
export function chatOf({ remoteJid, remoteJidAlt, participant, participantAlt, fromMe }: WAMessageKey) {
  const isList = isJidBroadcast(remoteJid ?? '') && !isJidStatusBroadcast(remoteJid ?? '')
  if (isList && !fromMe) return namesOf(participant, participantAlt ?? remoteJidAlt)
  return namesOf(remoteJid, remoteJidAlt)
}

/** The author of a message in a group. */
export function authorIn(
  { remoteJid, participant, participantAlt }: WAMessageKey,
  pushName: string | null | undefined,
) {
  const names = isJidGroup(remoteJid ?? '') ? namesOf(participant, participantAlt) : undefined
  if (!names || !participant) return {}
  const [identity, ...aliases] = names
  const address = jidNormalizedUser(participant)
  return { author: { identity, ...(aliases.length > 0 && { aliases }), name: pushName ?? '', address } }
}

/** Messages to oneself create no ticket. */
export const isSelf = (chat: Identity[], own: Own) =>
  [identityOf(own.id), identityOf(own.lid)].some((me) => me && chat.some((one) => same(one, me)))

const same = (one: Identity, other: Identity) => one.kind === other.kind && one.value === other.value
