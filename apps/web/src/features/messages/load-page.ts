import type { MessageView } from '@guiche/contract'
import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'
import { type MessagePage, isBefore } from './message-pages.ts'

type Pages = InfiniteData<MessagePage>
type Result = InfiniteQueryObserverResult<Pages>

export interface Edge {
  fetch: (options: { cancelRefetch: boolean }) => Promise<Result>
  hasMore: (result: Result) => boolean
  /** The outermost loaded message. */
  outermost: (data: Pages | undefined) => MessageView | undefined
  isFarther: (message: MessageView, known: MessageView) => boolean
}

export const olderEdge = {
  hasMore: (result: Result) => result.hasNextPage,
  outermost: (data: Pages | undefined) => data?.pages.at(-1)?.messages[0],
  isFarther: (message: MessageView, known: MessageView) => isBefore(message, known),
}
export const newerEdge = {
  hasMore: (result: Result) => result.hasPreviousPage,
  outermost: (data: Pages | undefined) => data?.pages[0]?.messages.at(-1),
  isFarther: (message: MessageView, known: MessageView) => isBefore(known, message),
}

/** A refetch that runs, one that takes the place of the page, the page. */
const mostTries = 3

/**
 * Loads one more page. TanStack Query answers with the result of a refetch if one is running, and a refetch cancels the
 * loading of a page; then the page is fetched again. A refetch can also end nearer than before, because live messages had
 * made the newest page longer.
 */
export async function loadPage(data: Pages | undefined, edge: Edge): Promise<void> {
  const known = edge.outermost(data)
  for (let tries = 0; tries < mostTries; tries++) {
    const result = await edge.fetch({ cancelRefetch: false })
    const reached = edge.outermost(result.data)
    if (result.isError || !edge.hasMore(result) || !known || (reached && edge.isFarther(reached, known))) return
  }
}
