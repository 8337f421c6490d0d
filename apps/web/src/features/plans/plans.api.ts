import { type PlanView, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { type PlanValues, bodyOf } from './plan-values.ts'

const lists = { key: ['plans'], field: 'plans' } as const

/** Plans by page. */
export const planList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listPlans, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** All plans, for select fields. */
export const planChoices = queryOptions({
  queryKey: ['plan-choices'],
  queryFn: ({ signal }) => call(api.allPlans, undefined, { signal }),
})

/** A change may move a row in the lists, which are sorted by name. */
function useRenew(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: lists.key })
    void client.invalidateQueries({ queryKey: planChoices.queryKey })
  }
}

export function useLivePlans(): void {
  const client = useQueryClient()
  const renew = useRenew()
  useLive('plan', (event) => {
    if (event.action === 'delete') dropRow(client, lists, event.planId)
    else mergeRow(client, lists, event.plan)
    renew()
  })
}

export function useSavePlan(id: number | undefined, before: PlanValues) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (values: PlanValues) =>
      id === undefined
        ? call(api.createPlan, { body: bodyOf(values) })
        : call(api.updatePlan, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) }),
    onSuccess: renew,
    meta: { handles: 'all' },
  })
}

export function useDeletePlan() {
  const client = useQueryClient()
  const renew = useRenew()
  return useMutation({
    mutationFn: ({ id }: PlanView) => call(api.deletePlan, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew()
    },
  })
}
