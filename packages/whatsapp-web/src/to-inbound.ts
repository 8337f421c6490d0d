import type { Identity, Inbound } from '@guiche/channel'
import {
  type BinaryNode,
  decodeMessageNode,
  isJidGroup,
  proto,
  unpadRandomMax16,
  type WAMessageKey,
} from '@whiskeysockets/baileys'
import { contentOf } from './message-content.ts'
import { identityOf } from './jid.ts'

export interface Own {
  id: string
  lid: string
}

/** Turns one decrypted part of a stanza into what happened. Nothing, when it is not for people. */
export function toInbound(stanza: BinaryNode, plaintext: Uint8Array, own: Own): Inbound[] {
  const { fullMessage } = decodeMessageNode(stanza, own.id, own.lid)
  const { key, category, pushName, messageTimestamp } = fullMessage
  const chat = chatOf(key)
  if (!chat || category === 'peer' || isSelf(chat, own)) return []
  const decoded = proto.Message.decode(unpadRandomMax16(plaintext))
  const message = decoded.deviceSentMessage?.message ?? decoded
  const content = contentOf(message)
  if (content.kind === 'nothing' || !key.id) return []
  const from = chat[0]
  if (content.kind !== 'said') {
    // What we do on the phone itself to a message is not the customer's doing.
    return key.fromMe ? [] : [{ ...content, from: authorOf(key) ?? from }]
  }
  const { kind: _, ...said } = content
  return [
    {
      kind: 'message',
      ...said,
      externalId: key.id,
      from,
      ...(chat.length > 1 && { aliases: chat.slice(1) }),
      name: key.fromMe || isJidGroup(key.remoteJid ?? '') ? '' : (pushName ?? ''),
      sentAt: new Date(Number(messageTimestamp) * 1000).toISOString(),
      ...(key.fromMe && { isEcho: true }),
      ...groupOf(key, pushName),
    },
  ]
}

/** The chat's own identity first, what else it is known by after it. A number says more than an opaque id. */
function chatOf({ remoteJid, remoteJidAlt }: WAMessageKey): [Identity, ...Identity[]] | undefined {
  const first = identityOf(remoteJid)
  if (!first) return undefined
  const second = identityOf(remoteJidAlt)
  if (!second) return [first]
  return second.kind === 'phone' ? [second, first] : [first, second]
}

function groupOf({ remoteJid, fromMe, ...key }: WAMessageKey, pushName: string | null | undefined) {
  if (!isJidGroup(remoteJid ?? '')) return {}
  const identity = fromMe ? undefined : authorOf(key)
  return { isGroup: true, ...(identity && { author: { identity, name: pushName ?? '' } }) }
}

const authorOf = ({ participant, participantAlt }: WAMessageKey): Identity | undefined => {
  const [one, other] = [identityOf(participant), identityOf(participantAlt)]
  return other?.kind === 'phone' ? other : one
}

/** Notes to oneself are nobody's ticket. */
export const isSelf = (chat: Identity[], own: Own) =>
  [identityOf(own.id), identityOf(own.lid)].some((me) => me && chat.some((one) => same(one, me)))

const same = (one: Identity, other: Identity) => one.kind === other.kind && one.value === other.value
