import type { MessageView, TicketLogView } from '@guiche/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { causeOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { messagesOf } from './message-pages.ts'
import { messagesOfTicket, readConversation } from './messages.api.ts'
import { useSends } from './outbox.ts'
import { timelineOf } from './timeline.ts'

interface Options {
  ticketId: number
  logs: TicketLogView[]
  /** How many are new, as it was when the conversation was opened. */
  unreadAtOpen: number
}

/** A conversation as it is shown: what was said, what is being sent, what became of the ticket. */
export function useConversation({ ticketId, logs, unreadAtOpen }: Options) {
  const format = useFormat()
  const [anchor, setAnchor] = useState(0)
  const query = useInfiniteQuery(messagesOfTicket(ticketId, anchor))
  const sends = useSends(ticketId)
  const messages = useMemo(() => (query.data ? messagesOf(query.data) : none), [query.data])
  const hasNewer = query.data?.pages[0]?.hasNewer ?? false
  const unread = useUnread(messages, unreadAtOpen)
  useCatchUp(ticketId)

  const days = useMemo(
    () =>
      timelineOf({
        messages,
        sends: hasNewer ? [] : sends,
        logs: hasNewer ? [] : logs,
        isWhole: !query.hasNextPage,
        unread,
        dayOf: format.day,
      }),
    [messages, sends, logs, hasNewer, query.hasNextPage, unread, format],
  )

  return {
    days,
    messages,
    // What is known stays on screen when fetching it anew fails.
    isReady: query.data !== undefined,
    failure: query.error && causeOf(query.error),
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => {
      if (!query.isFetching) void query.fetchNextPage()
    },
    hasNewer,
    loadNewer: () => {
      if (!query.isFetching) void query.fetchPreviousPage()
    },
    /** Shows the conversation around a message that is not among what was loaded; 0: as it is now. */
    anchorAt: setAnchor,
    anchor,
  }
}

const none: MessageView[] = []

/** The first of the new ones stays the first while more come. */
function useUnread(messages: MessageView[], count: number): { id: number; count: number } | undefined {
  const [first, setFirst] = useState<number>()
  if (first === undefined && count > 0 && messages.length > 0) {
    const theirs = messages.filter(({ fromMe }) => !fromMe)
    setFirst(theirs.at(-Math.min(count, theirs.length))?.id ?? 0)
  }
  return useMemo(() => (first ? { id: first, count } : undefined), [first, count])
}

/** Shown from what is kept, it is brought up to date at once: acknowledgements of a conversation that is not open are not heard. */
function useCatchUp(ticketId: number) {
  const cache = useQueryClient()
  useEffect(() => {
    const isKept = cache.getQueryData(messagesOfTicket(ticketId).queryKey) !== undefined
    // What fails here is said by the list that is shown, or is asked for again by the next event.
    if (isKept) readConversation(cache, ticketId).catch(() => undefined)
  }, [cache, ticketId])
}
