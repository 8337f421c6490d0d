import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { messagesOfTicket } from '../../features/messages/messages.api.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'

/** A pointer that only passes by asks for nothing. */
const rest = 120

/** What is about to be opened is fetched a moment before: it is there when it is opened. Nothing is marked read by that. */
export function useApproach(): (ticket: ListedTicket) => void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return useCallback(
    ({ id }) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void cache.prefetchInfiniteQuery(messagesOfTicket(id)), rest)
    },
    [cache],
  )
}
