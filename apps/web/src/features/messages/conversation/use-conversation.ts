import { type MessageView, type TicketLogView, hiddenBody } from '@guiche/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { causeOf } from '../../../lib/api-error.ts'
import { useHiddenMessages } from '../../../lib/cache/pending-changes.ts'
import { useFormat } from '../../../lib/format.ts'
import { whenJoined } from '../../../lib/live.ts'
import { type Edge, loadPage, newerEdge, olderEdge } from '../load-page.ts'
import { refetchOlder } from '../message-cache.ts'
import { messagesOf } from '../message-pages.ts'
import { messagesOfTicket, refetchNewest } from '../messages.api.ts'
import { useSends } from '../outbox.ts'
import { timelineOf, withAlbums } from '../message-list/index.ts'
import { type Unread, unreadOf } from './unread.ts'

interface Options {
  ticketId: number
  logs: TicketLogView[]
  /** Number of unread messages when the conversation was opened. */
  unreadAtOpen: number
}

/** The data of an open conversation: stored messages, messages being sent, ticket log. */
export function useConversation({ ticketId, logs, unreadAtOpen }: Options) {
  const format = useFormat()
  const [anchor, setAnchor] = useState(0)
  const query = useInfiniteQuery(messagesOfTicket(ticketId, anchor))
  const sends = useSends(ticketId)
  const loaded = useMemo(() => (query.data ? messagesOf(query.data) : none), [query.data])
  const hidden = useHiddenMessages()
  const messages = useMemo(() => shownAs(loaded, hidden), [loaded, hidden])
  // The message that was jumped to is not there, or no longer.
  const isAstray = anchor > 0 && query.isSuccess && !query.isFetching && messages.every(({ id }) => id !== anchor)
  if (isAstray) setAnchor(0)
  const hasNewer = query.data?.pages[0]?.hasNewer ?? false
  const unread = useUnread(messages, unreadAtOpen, hasNewer)
  useCatchUp(ticketId)

  const { fetchNextPage, fetchPreviousPage } = query
  const cache = useQueryClient()
  const load = useCallback(
    (edge: Edge) => void loadPage(cache.getQueryData(messagesOfTicket(ticketId, anchor).queryKey), edge),
    [cache, ticketId, anchor],
  )
  const loadOlder = useCallback(() => load({ ...olderEdge, fetch: fetchNextPage }), [load, fetchNextPage])
  const loadNewer = useCallback(() => load({ ...newerEdge, fetch: fetchPreviousPage }), [load, fetchPreviousPage])

  const rows = useMemo(
    () =>
      withAlbums(
        timelineOf({
          messages,
          sends: hasNewer ? [] : sends,
          logs: hasNewer ? [] : logs,
          isWhole: !query.hasNextPage,
          unread,
          dayOf: format.day,
        }),
      ),
    [messages, sends, logs, hasNewer, query.hasNextPage, unread, format],
  )

  return {
    rows,
    messages,
    // Cached messages stay on screen when a refetch fails.
    isReady: query.data !== undefined,
    failure: query.error && causeOf(query.error),
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder,
    hasNewer,
    loadNewer,
    /** Shows the conversation around a message that is not loaded; 0: its end. */
    anchorAt: setAnchor,
    anchor,
  }
}

const none: MessageView[] = []

/** What the user has deleted looks deleted at once, though that can be undone for some seconds. */
const shownAs = (messages: MessageView[], hidden: ReadonlySet<number>): MessageView[] =>
  messages.flatMap((message) => {
    if (!hidden.has(message.id)) return [message]
    return message.isPrivate ? [] : [{ ...message, isDeleted: true, body: hiddenBody, mediaUrl: null }]
  })

/** Later messages are not counted. After a jump to an old message (`hasNewer`) the new ones are not loaded. */
function useUnread(messages: MessageView[], unreadAtOpen: number, hasNewer: boolean): Unread | undefined {
  const [newestAtOpen, setNewestAtOpen] = useState<MessageView>()
  const newest = messages.at(-1)
  if (newestAtOpen === undefined && newest !== undefined && !hasNewer) setNewestAtOpen(newest)
  return useMemo(
    () => (newestAtOpen === undefined || hasNewer ? undefined : unreadOf(messages, unreadAtOpen, newestAtOpen)),
    [messages, unreadAtOpen, newestAtOpen, hasNewer],
  )
}

/**
 * Refetches the conversation once the room of its ticket is joined. Changes of messages are told in the room alone, so without it those
 * between the first fetch and the joining would be missed, and those since a cached conversation was closed.
 */
function useCatchUp(ticketId: number) {
  const cache = useQueryClient()
  useEffect(() => {
    let isOpen = true
    const isKept = cache.getQueryData(messagesOfTicket(ticketId).queryKey) !== undefined
    if (isKept) refetchOlder(cache, ticketId)
    void whenJoined('joinChatBox', ticketId).then(() => {
      // The message list reports a failure, or the next event triggers another fetch.
      if (isOpen) refetchNewest(cache, ticketId).catch(() => undefined)
    })
    return () => {
      isOpen = false
    }
  }, [cache, ticketId])
}
