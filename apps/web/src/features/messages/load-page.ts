import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'
import type { MessagePage } from './message-pages.ts'

type Pages = InfiniteData<MessagePage>
type Result = InfiniteQueryObserverResult<Pages>

export interface Edge {
  fetch: (options: { cancelRefetch: boolean }) => Promise<Result>
  hasMore: (result: Result) => boolean
  /** The id of the outermost loaded message. */
  idOf: (data: Pages | undefined) => number | undefined
}

export const olderEdge = { hasMore: (result: Result) => result.hasNextPage, idOf: oldestId }
export const newerEdge = { hasMore: (result: Result) => result.hasPreviousPage, idOf: newestId }

/** A refetch that runs, one that takes the place of the page, the page. */
const mostTries = 3

/**
 * Loads one more page. TanStack Query answers with the result of a refetch if one is running, and a refetch cancels the
 * loading of a page; then the page is fetched again.
 */
export async function loadPage(known: Pages | undefined, { fetch, hasMore, idOf }: Edge): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const result = await fetch({ cancelRefetch: false })
    if (result.isError || !hasMore(result) || idOf(result.data) !== idOf(known)) return
  }
}

function oldestId(data: Pages | undefined): number | undefined {
  return data?.pages.at(-1)?.messages[0]?.id
}

function newestId(data: Pages | undefined): number | undefined {
  return data?.pages[0]?.messages.at(-1)?.id
}
