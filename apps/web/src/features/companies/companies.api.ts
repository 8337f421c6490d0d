import { type ListedCompany, api } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { type CompanyChoice, isByMonth } from './company-choice.ts'
import { type CompanyValues, bodyOf } from './company-values.ts'

const lists = { key: ['company-list'], field: 'companies' } as const

/** Companies of the installation by page. What they use is asked for only where it is shown. */
export const companyList = (searchParam: string, { filter, month, sort, view }: CompanyChoice) => {
  const withUse = view === 'use'
  const query = { searchParam, filter, month: isByMonth(filter) ? month : undefined, sort, withUse }
  return infiniteQueryOptions({
    queryKey: [...lists.key, query],
    queryFn: ({ pageParam, signal }) =>
      call(api.listCompaniesWithPlan, { query: { ...query, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
    // Logins, users, connections and what is used change without an event for this list.
    staleTime: 0,
    refetchOnWindowFocus: withUse,
  })
}

/** All companies, for picking one. */
export const companyChoices = queryOptions({
  queryKey: ['company-choices'],
  queryFn: ({ signal }) => call(api.pickCompanies, undefined, { signal }),
  staleTime: 0,
})

export function useLiveCompanies(): void {
  const client = useQueryClient()
  useLive('listedCompany', (event) => {
    if (event.action === 'delete') dropRow(client, lists, event.companyId)
    else mergeRow(client, lists, event.company)
    renew(client)
  })
  // Rows show the plan's name and price.
  useLive('plan', () => renew(client))
}

/** A change may move a row in the lists, or into another one. */
function renew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: lists.key })
}

export function useSaveCompany(id: number | undefined, before: CompanyValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: CompanyValues) =>
      id === undefined
        ? call(api.createCompany, { body: { ...bodyOf(values), password: values.password } })
        : call(api.updateCompany, { params: { id }, body: changesOf(bodyOf(before), bodyOf(values)) }),
    onSuccess: () => renew(client),
    meta: { handles: 'all' },
  })
}

/** The server computes the new due date. It refuses if somebody else has renewed meanwhile. */
export function useRenewCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, dueDate }: ListedCompany) => call(api.renewCompany, { params: { id }, body: { dueDate } }),
    onSettled: () => renew(client),
  })
}

/** Closes it; the row stays, and says when the company is erased. */
export function useCloseCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ListedCompany) => call(api.closeCompany, { params: { id } }),
    onSettled: () => renew(client),
  })
}

export function useReopenCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ListedCompany) => call(api.reopenCompany, { params: { id } }),
    onSettled: () => renew(client),
  })
}
