import type { WebChatMessage } from '@guiche/contract'

/** A message in the window; `sending` is set until the server has confirmed a message of the visitor. */
export interface ChatMessage extends WebChatMessage {
  sending?: { reason?: string; progress?: number } | undefined
  /** The visitor's own file, shown until the server's copy is here. */
  file?: File | undefined
}

/** Removes the signature, because the author's name is shown above the bubble. */
export function unsigned(message: ChatMessage): ChatMessage {
  const signature = `*${message.author}:*\n`
  const isSigned = !message.fromMe && !!message.author && message.body.startsWith(signature)
  return isSigned ? { ...message, body: message.body.slice(signature.length).trimStart() } : message
}

/** Merges received messages by id and time, whether they come by answer, event or page. */
export function mergeMessages(known: readonly ChatMessage[], arrived: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of arrived) byId.set(message.id, newer(byId.get(message.id), message))
  return [...byId.values()].toSorted(
    (a, b) => Number(!!a.sending) - Number(!!b.sending) || Date.parse(a.createdAt) - Date.parse(b.createdAt),
  )
}

/** Raises the acks of all messages up to this one; acks never decrease. */
export function raiseAcks(messages: readonly ChatMessage[], id: string, ack: number, fromMe: boolean): ChatMessage[] {
  const end = messages.findIndex((message) => message.id === id)
  return messages.map((message, at) =>
    message.fromMe === fromMe && message.ack < ack && (fromMe ? at === end : at <= end) ? { ...message, ack } : message,
  )
}

/** The newest message of either side; lines about the conversation are none. */
export const lastSaid = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast(({ isSystem }) => !isSystem)

export function lastOf(messages: readonly ChatMessage[]): ChatMessage | undefined {
  return messages.findLast((message) => !message.fromMe && !message.isSystem)
}

export function countUnread(messages: readonly ChatMessage[]): number {
  return messages.filter(({ fromMe, isSystem, isDeleted, ack }) => !fromMe && !isSystem && !isDeleted && ack < 3).length
}

/** Whether two messages form a group: same sender, within five minutes. */
export function isSameGroup(one: ChatMessage | undefined, next: ChatMessage | undefined): boolean {
  if (!one || !next || one.isSystem || next.isSystem) return false
  if (one.fromMe !== next.fromMe || one.author !== next.author) return false
  const apart = Date.parse(next.createdAt) - Date.parse(one.createdAt)
  return apart < 300_000 && isSameDay(one.createdAt, next.createdAt)
}

export function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

function newer(old: ChatMessage | undefined, next: ChatMessage): ChatMessage {
  if (!old) return next
  // A page asked for before a change may arrive after its event.
  const isStale = (old.isDeleted && !next.isDeleted) || (old.isEdited && !next.isEdited && !next.isDeleted)
  return { ...(isStale ? old : next), ack: Math.max(old.ack, next.ack), file: next.mediaUrl ? undefined : old.file }
}
