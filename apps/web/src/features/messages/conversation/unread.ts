import type { MessageView } from '@guiche/contract'
import { isBefore } from '../message-pages.ts'

export interface Unread {
  /** The first new message that is loaded. */
  id: number
  /** How many new messages follow it. */
  count: number
}

/**
 * The position of the divider above the new messages, and its count: only loaded messages, so that number and messages
 * agree. It moves up while older pages load, until all messages that were new on opening are below it.
 */
export function unreadOf(messages: MessageView[], unreadAtOpen: number, newestAtOpen: MessageView): Unread | undefined {
  if (unreadAtOpen === 0) return undefined
  const received = messages.filter((message) => !message.fromMe && !isBefore(newestAtOpen, message))
  const count = Math.min(unreadAtOpen, received.length)
  const first = count > 0 ? received.at(-count) : undefined
  return first && { id: first.id, count }
}
