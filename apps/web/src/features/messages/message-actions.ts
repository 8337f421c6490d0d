import type { Card, MessageView } from '@guiche/contract'
import { createContext, use } from 'react'

/** What can be done with a message in its conversation. */
export interface MessageActions {
  /** Of whom the conversation is. */
  contactName: string
  isGroup: boolean
  /** Without the right to write here there is nothing to answer, edit or react with. */
  canWrite: boolean
  /** Not every channel knows reactions. */
  canReact: boolean
  reply: (message: MessageView) => void
  react: (message: MessageView, emoji: string) => void
  edit: (message: MessageView) => void
  remove: (message: MessageView) => void
  retry: (message: MessageView) => void
  /** Goes to another message of the conversation, and marks it for a moment. */
  jump: (messageId: number) => void
  openImage: (messageId: number) => void
  /** Begins a conversation with whoever is on a card. */
  talkTo: (card: Card) => void
}

export const MessageActionsContext = createContext<MessageActions | undefined>(undefined)

export function useMessageActions(): MessageActions {
  const actions = use(MessageActionsContext)
  if (!actions) throw new Error('Message actions are offered by Conversation')
  return actions
}
