import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Chat, ChatState } from '../chat.ts'
import type { Translation } from '../texts/index.ts'

export interface Window extends Translation {
  chat: Chat
  state: ChatState
  /** The chat is the whole page, not a panel on somebody's site. */
  isPage: boolean
}

export const WindowContext = createContext<Window | undefined>(undefined)

export function useWindow(): Window {
  const window = useContext(WindowContext)
  if (!window) throw new Error('useWindow works only inside of a chat window')
  return window
}
