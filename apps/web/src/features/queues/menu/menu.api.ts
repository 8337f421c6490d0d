import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The stored menu of a queue. It is read anew for each dialog, because another admin may have changed it. */
export const menuOf = (queueId: number) =>
  queryOptions({
    queryKey: ['menus', queueId],
    queryFn: ({ signal }) => call(api.listOptions, { query: { queueId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const attendantChoices = queryOptions({
  queryKey: ['menus', 'attendants'],
  queryFn: ({ signal }) => call(api.pickUsers, { query: {} }, { signal }),
})

export const fileListChoices = queryOptions({
  queryKey: ['menus', 'file-lists'],
  queryFn: ({ signal }) => call(api.pickFileLists, undefined, { signal }),
})
