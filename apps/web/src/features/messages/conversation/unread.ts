import type { MessageView } from '@guiche/contract'

export interface Unread {
  /** The first new message that is loaded. */
  id: number
  /** How many new messages follow it. */
  count: number
}

/**
 * Where the line of the new messages stands, and what it counts: the loaded ones, so that number and messages agree. It
 * moves up while older pages load, until all that were new when the conversation was opened stand below it.
 */
export function unreadOf(messages: MessageView[], unreadAtOpen: number, newestAtOpen: number): Unread | undefined {
  const received = messages.filter(({ id, fromMe }) => !fromMe && id <= newestAtOpen)
  const count = Math.min(unreadAtOpen, received.length)
  const first = count > 0 ? received.at(-count) : undefined
  return first && { id: first.id, count }
}
