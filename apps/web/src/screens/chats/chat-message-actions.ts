import type { InternalMessageView } from '@guiche/contract'
import { createContext, use } from 'react'

/** What can be done with a message in its chat. */
export interface MessageActions {
  reply: (message: InternalMessageView) => void
  edit: (message: InternalMessageView) => void
  remove: (message: InternalMessageView) => void
  showReaders: (message: InternalMessageView) => void
  /** Shows the messages around this one. */
  jump: (messageId: number) => void
  /** Shows its picture in the viewer. */
  openImage: (messageId: number) => void
  /** Opens the direct talk with a colleague. */
  talkTo: (userId: number) => void
}

export const ChatMessageActions = createContext<MessageActions | undefined>(undefined)

export function useChatMessageActions(): MessageActions {
  const actions = use(ChatMessageActions)
  if (!actions) throw new Error('useChatMessageActions works only inside of ChatConversation')
  return actions
}
