import { type KanbanCard, api, defaultLane } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { type Shown, boardKey, cardsKey, lanesKey } from './board-keys.ts'
import { putCard } from './lane-cache.ts'

/** Nothing updates the board while its screen is closed, so it is always fetched anew. */
const always = { staleTime: 0 }

export const boardLanes = (shown: Shown) =>
  queryOptions({
    queryKey: lanesKey(shown),
    queryFn: ({ signal }) => call(api.kanbanLanes, { query: shown }, { signal }),
    ...always,
  })

export const laneCards = (shown: Shown, laneId: number) =>
  infiniteQueryOptions({
    queryKey: [...cardsKey(shown), laneId],
    queryFn: ({ pageParam, signal }) =>
      call(api.kanbanCards, { query: { ...shown, lane: laneId, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cards, hasMore }) => {
      const last = cards.at(-1)
      return hasMore && last ? `${last.place}.${last.id}` : undefined
    },
    ...always,
  })

export interface Move {
  card: KanbanCard
  /** The id of the lane's tag, or that of the lane without one. */
  laneId: number
  /** The card above it; undefined: none. */
  below: KanbanCard | undefined
  /** The tag of the lane, as cards have it. */
  tags: KanbanCard['tags']
  /** Its place until the server answers. */
  place: number
}

/** The card is in its new place at once, and goes back if the server refuses. */
export function useMoveCard(shown: Shown) {
  const cache = useQueryClient()
  const renew = () => void cache.invalidateQueries({ queryKey: boardKey })
  return useMutation({
    mutationFn: ({ card, laneId, below }: Move) =>
      call(api.moveCard, {
        params: { id: card.id },
        body: { tagId: laneId === defaultLane ? null : laneId, belowId: below?.id ?? null },
      }),
    onMutate: ({ card, tags, place }) => putCard(cache, shown, { ...card, tags, place }),
    onSuccess: (card) => putCard(cache, shown, card),
    onError: renew,
  })
}
