import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSocketState, useLive } from '../../lib/live.ts'
import { applyMessageEvent, messageKeys } from './message-cache.ts'
import { outbox } from './outbox.ts'

/** Keeps every cached conversation as the server has it, and what waits to be sent going. Mounted once. */
export function useMessagesLive(): void {
  const cache = useQueryClient()
  useLive('message', (event) => {
    applyMessageEvent(cache, event)
    if (event.action === 'create' && event.message.clientId) outbox.drop(event.message.clientId)
  })
  // What was said to a contact who was found to be another one stands in the other's conversation now.
  useLive('contact', (event) => {
    if (event.action === 'delete' && event.mergedIntoId) void cache.invalidateQueries({ queryKey: messageKeys.all })
  })

  const { status } = useSocketState()
  useEffect(() => {
    if (status === 'online') outbox.flush()
  }, [status])
}
