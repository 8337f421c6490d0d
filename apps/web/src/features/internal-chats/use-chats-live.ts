import type { InternalChatEvent } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive, useSocketState } from '../../lib/live.ts'
import { applyChatEvent } from './chat-cache.ts'
import { chatDrafts } from './chat-drafts.ts'
import { chatOutbox } from './chat-outbox.ts'

/** Keeps chats up to date and sends what waits, whatever screen is open. Mounted once per session. */
export function useChatsLive(myId: number, onEvent: (event: InternalChatEvent) => void): void {
  const cache = useQueryClient()
  useLive('internalChat', (event) => {
    applyChatEvent(cache, event, myId)
    if (event.action === 'new-message' && event.newMessage.senderId === myId && event.newMessage.clientId)
      chatOutbox.drop(event.newMessage.clientId)
    onEvent(event)
  })

  useEffect(() => {
    chatDrafts.loadSaved().catch(() => undefined)
    addEventListener('pagehide', chatDrafts.leave)
    return () => removeEventListener('pagehide', chatDrafts.leave)
  }, [])

  const { status } = useSocketState()
  useEffect(() => {
    if (status !== 'online') return
    chatOutbox.flush()
    chatDrafts.flush()
  }, [status])
}
