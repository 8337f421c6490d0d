import { type ReviewView, api } from '@guiche/contract'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { pageByNumber } from '../../../lib/cache/list.ts'
import { useLive } from '../../../lib/live.ts'
import { reviewsKey } from '../reviews-key.ts'

/** Those that wait first. */
export const reviewList = infiniteQueryOptions({
  queryKey: reviewsKey,
  queryFn: ({ pageParam, signal }) => call(api.listReviews, { query: { pageNumber: pageParam } }, { signal }),
  ...pageByNumber,
  staleTime: 0,
})

/** Payments add to them, and another operator finishes them. */
export function useLiveReviews(): void {
  const client = useQueryClient()
  useLive('ledger', () => void client.invalidateQueries({ queryKey: reviewsKey }))
}

export function useFinishReview({ companyId, id }: ReviewView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (note: string) => call(api.finishReview, { params: { companyId, id }, body: { note } }),
    onSettled: () => void client.invalidateQueries({ queryKey: reviewsKey }),
  })
}
