import { movesConversations } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSocketState, useLive } from '../../lib/live.ts'
import { applyMessageEvent, messageKeys } from './message-cache.ts'
import { outbox } from './outbox.ts'

/** Keeps cached conversations up to date and retries unsent messages. Mounted once per session. */
export function useMessagesLive(): void {
  const cache = useQueryClient()
  useLive('message', (event) => {
    applyMessageEvent(cache, event)
    if (event.action === 'create' && event.message.clientId) outbox.drop(event.message.clientId)
  })
  // After contacts were merged or parted, messages of one are in the other's conversation.
  useLive('contact', (event) => {
    if (movesConversations(event)) void cache.invalidateQueries({ queryKey: messageKeys.all })
  })

  const { status } = useSocketState()
  useEffect(() => {
    if (status === 'online') outbox.flush()
  }, [status])
}
