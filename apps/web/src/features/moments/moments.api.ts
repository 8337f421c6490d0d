import { type MomentsBoard, api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const boardKey = ['moments'] as const

/** In ms. Loads of attendants may be missed; and of a board that is cut off only the server knows the next tickets. */
const renewEvery = { whole: 60_000, cut: 10_000 }

/** Nothing updates it while the screen is closed, so it always fetches it anew. */
export const momentsBoard = queryOptions({
  queryKey: boardKey,
  queryFn: ({ signal }) => call(api.momentsBoard, undefined, { signal }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data && isCut(data) ? renewEvery.cut : renewEvery.whole),
})

/** The company has more tickets than the board gets. */
export const isCut = ({ served, waiting }: MomentsBoard): boolean =>
  [served, waiting].some(({ tickets, count }) => count > tickets.length)
