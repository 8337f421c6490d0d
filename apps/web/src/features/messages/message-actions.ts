import type { Card, MessageView, TicketView } from '@guiche/contract'
import { createContext, use } from 'react'

/** What can be done with a message in its conversation. */
export interface MessageActions {
  /** Name of the contact. */
  contactName: string
  isGroup: boolean
  /** Whether replies, edits and reactions are possible here. */
  canWrite: boolean
  /** What the network does not do with messages that were sent. */
  refuses: TicketView['refuses']
  reply: (message: MessageView) => void
  react: (message: MessageView, emoji: string) => void
  edit: (message: MessageView) => void
  remove: (message: MessageView) => void
  retry: (message: MessageView) => void
  /** Jumps to a message and highlights it for a moment. */
  jump: (messageId: number) => void
  openImage: (messageId: number) => void
  /** Starts a conversation with the person on a contact card. */
  talkTo: (card: Card) => void
}

export const MessageActionsContext = createContext<MessageActions | undefined>(undefined)

export function useMessageActions(): MessageActions {
  const actions = use(MessageActionsContext)
  if (!actions) throw new Error('useMessageActions works only inside of Conversation')
  return actions
}
