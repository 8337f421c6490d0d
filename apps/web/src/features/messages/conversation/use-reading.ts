import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { readConversation } from '../messages.api.ts'

/** Marks an open conversation as read, with one call for several messages. */
export function useReading(ticketId: number, isUnread: boolean, lastMessageAt: string): void {
  const cache = useQueryClient()
  const isSeen = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible')
  const read = useEffectEvent(() => readConversation(cache, ticketId).catch(() => undefined))

  useEffect(() => {
    if (!isUnread || !isSeen) return undefined
    const timer = setTimeout(() => void read(), pause)
    return () => clearTimeout(timer)
  }, [ticketId, isUnread, isSeen, lastMessageAt])
}

const pause = 250

function watchVisibility(watch: () => void) {
  document.addEventListener('visibilitychange', watch)
  return () => document.removeEventListener('visibilitychange', watch)
}
