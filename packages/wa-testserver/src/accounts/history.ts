import { proto } from '@whiskeysockets/baileys'
import type { Directory } from '../directory.ts'
import { newMessageId, toSeconds } from '../ids.ts'
import type { Account } from './account.ts'
import type { Group } from './group.ts'
import type { Progress } from './simulated-account.ts'

/** An old message, for the history that a device gets when it is linked. */
export interface PastMessage {
  with: Account | Group
  /** The author: the phone itself or somebody else. In a chat between two people the other one by default. */
  by?: Account | undefined
  text?: string | undefined
  /** Content other than text. */
  content?: proto.IMessage | undefined
  at: Date
  /** Too old for the first sync; a device gets it only when it asks for more. */
  isOld?: boolean | undefined
  id?: string | undefined
  /** Delivery status of the phone's own message; read by default. */
  progress?: Progress | undefined
  /** Deleted for everyone: only a stub is left. */
  isDeleted?: boolean | undefined
  deletedAt?: Date | undefined
  reactions?: readonly { by: Account; emoji: string; at: Date }[] | undefined
}

const { HistorySyncType } = proto.HistorySync
const { Status, StubType } = proto.WebMessageInfo
const statuses = {
  sent: Status.SERVER_ACK,
  delivered: Status.DELIVERY_ACK,
  read: Status.READ,
  played: Status.PLAYED,
} satisfies Record<Progress, proto.WebMessageInfo.Status>

/** The number of messages per chat in the first chunk after linking; the others follow. */
const FIRST_PER_CHAT = 10
const PER_CHUNK = 200

/** The chunks of history that a newly linked device gets from its phone. */
export function historyChunks(owner: Account, past: readonly PastMessage[]): proto.IHistorySync[] {
  const recent = newestFirst(past.filter(({ isOld }) => !isOld))
  const chats = chatsOf(recent)
  const first = [...chats.values()].flatMap((messages) => messages.slice(0, FIRST_PER_CHAT))
  const rest = inParts([...chats.values()].flatMap((messages) => messages.slice(FIRST_PER_CHAT)))
  return [
    chunk(owner, first, { syncType: HistorySyncType.INITIAL_BOOTSTRAP, chunkOrder: 1, progress: 100 }),
    { syncType: HistorySyncType.PUSH_NAME, pushnames: [...people(recent)].map(pushName) },
    // Clients wait for a progress of 100, so the last chunk has it even if it is empty.
    ...rest.map((part, index) =>
      chunk(owner, part, {
        syncType: HistorySyncType.RECENT,
        chunkOrder: index + 1,
        progress: Math.floor((100 * (index + 1)) / rest.length),
      }),
    ),
  ]
}

/** Messages that are too old for the first sync; a phone that sends everything sends them last, as files. */
export function oldChunks(owner: Account, past: readonly PastMessage[]): proto.IHistorySync[] {
  const old = newestFirst(past.filter(({ isOld }) => isOld))
  if (old.length === 0) return []
  const parts = inParts(old)
  return parts.map((part, index) =>
    chunk(owner, part, {
      syncType: HistorySyncType.FULL,
      chunkOrder: index + 1,
      progress: Math.floor((100 * (index + 1)) / parts.length),
    }),
  )
}

/** The older messages of one chat that a device asked for, newest first. */
export function olderHistory(
  owner: Account,
  past: readonly PastMessage[],
  request: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest,
  directory: Directory,
): proto.IHistorySync {
  const chat = directory.group(request.chatJid ?? '') ?? directory.account(request.chatJid ?? undefined)
  const before = Number(request.oldestMsgTimestampMs ?? Date.now())
  const older = past.filter((message) => message.with === chat && message.at.getTime() < before)
  const found = newestFirst(older).slice(0, request.onDemandMsgCount ?? 50)
  return chunk(owner, found, { syncType: HistorySyncType.ON_DEMAND, chunkOrder: 1, progress: 100 })
}

function chunk(owner: Account, past: readonly PastMessage[], head: proto.IHistorySync): proto.IHistorySync {
  const contacts = [...people(past)]
  return {
    ...head,
    conversations: [...chatsOf(past)].map(([chat, messages]) => conversation(owner, chat, messages)),
    phoneNumberToLidMappings: contacts.map((contact) => ({ pnJid: contact.pnJid(), lidJid: contact.lidJid() })),
  }
}

function conversation(owner: Account, chat: Account | Group, past: readonly PastMessage[]): proto.IConversation {
  return {
    ...(chat.kind === 'account'
      ? { id: chat.jid(), pnJid: chat.pnJid(), lidJid: chat.lidJid(), name: chat.name }
      : { id: chat.jid, name: chat.subject }),
    conversationTimestamp: Math.max(...past.map(({ at }) => toSeconds(at))),
    messages: past.map((message, index) => ({ message: webMessage(owner, message), msgOrderId: index })),
  }
}

/** A message as a phone keeps it. */
export function webMessage(owner: Account, message: PastMessage): proto.IWebMessageInfo {
  const { with: chat, at, id, text, content, progress = 'read', isDeleted, deletedAt, reactions = [] } = message
  const author = authorOf(message)
  const fromMe = author === owner
  const isGroup = chat.kind === 'group'
  return {
    key: {
      remoteJid: isGroup ? chat.jid : chat.jid(),
      fromMe,
      id: id ?? newMessageId(),
      ...(isGroup && author && { participant: author.jid() }),
    },
    ...(isDeleted
      ? {
          messageStubType: StubType.REVOKE,
          ...(deletedAt && { revokeMessageTimestamp: toSeconds(deletedAt) }),
        }
      : { message: content ?? { conversation: text ?? '' } }),
    reactions: reactions.map(({ by, emoji, at: reactedAt }) => ({
      key: {
        remoteJid: isGroup ? chat.jid : chat.jid(),
        fromMe: by === owner,
        id: newMessageId(),
        ...(isGroup && { participant: by.jid() }),
      },
      text: emoji,
      senderTimestampMs: reactedAt.getTime(),
    })),
    messageTimestamp: toSeconds(at),
    status: statuses[progress],
    ...(!fromMe && author && { pushName: author.name }),
  }
}

function authorOf({ by, with: chat }: PastMessage): Account | undefined {
  return by ?? (chat.kind === 'account' ? chat : undefined)
}

function people(past: readonly PastMessage[]): Set<Account> {
  return new Set(past.flatMap((message) => [message.with, message.by].filter((one) => one?.kind === 'account')))
}

function pushName(person: Account): proto.IPushname {
  return { id: person.jid(), pushname: person.name }
}

function chatsOf(past: readonly PastMessage[]): Map<Account | Group, PastMessage[]> {
  return Map.groupBy(past, (message) => message.with)
}

/** Returns at least one part, which may be empty. */
function inParts(messages: readonly PastMessage[]): PastMessage[][] {
  const parts = [messages.slice(0, PER_CHUNK)]
  for (let from = PER_CHUNK; from < messages.length; from += PER_CHUNK) {
    parts.push(messages.slice(from, from + PER_CHUNK))
  }
  return parts
}

/** Messages of the same time keep their order, the last one first. */
function newestFirst(past: readonly PastMessage[]): PastMessage[] {
  return past.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime())
}
