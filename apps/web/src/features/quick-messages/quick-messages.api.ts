import { type QuickMessageView, api } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { fileRefusalsOfPlan } from '../../lib/files/file-refusals.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { type QuickMessageValues, bodyOf, valuesOf } from './quick-message-values.ts'

const lists = { key: ['quick-messages'], field: 'records' } as const

export interface QuickMessageFilter {
  searchParam: string
  isCategory: boolean
  categoryId: number | undefined
}

/** Quick messages or categories by page. */
export const quickMessageList = (filter: QuickMessageFilter) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, filter],
    queryFn: ({ pageParam, signal }) =>
      call(api.listQuickMessages, { query: { ...filter, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** The addresses of files in it are valid for some minutes. */
const freshFor = 5 * 60_000

/** All that may be put into a message. */
export const quickReplies = queryOptions({
  queryKey: ['quick-replies'],
  queryFn: ({ signal }) => call(api.pickQuickMessages, undefined, { signal }),
  staleTime: freshFor,
})

export const quickMessageCategories = queryOptions({
  queryKey: ['quick-message-categories'],
  queryFn: ({ signal }) => call(api.quickMessageCategories, undefined, { signal }),
  staleTime: freshFor,
})

/** What the variables of a text stand for in a ticket. Some change with the time. */
export const variablesOfTicket = (ticketId: number) =>
  queryOptions({
    queryKey: ['variables', ticketId],
    queryFn: ({ signal }) => call(api.messageVariables, { params: { id: ticketId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Until they are known, variables stay as they are; the server fills them in when the message is sent. */
export function useVariables(ticketId: number): ReadonlyMap<string, string> {
  const { data } = useQuery(variablesOfTicket(ticketId))
  return new Map(Object.entries(data ?? {}))
}

export function useLiveQuickMessages(): void {
  const client = useQueryClient()
  useLive('quickMessage', (event) => {
    if (event.action === 'delete') dropRow(client, lists, event.id)
    else mergeRow(client, lists, event.record)
    renew(client)
  })
}

/** A change may move a row in the lists, which are sorted by name, or out of one. */
function renew(client: QueryClient): void {
  for (const queryKey of [lists.key, quickReplies.queryKey, quickMessageCategories.queryKey])
    void client.invalidateQueries({ queryKey })
}

/** `File`: a new one. Null: none any more. Undefined: unchanged. */
export type FileChange = File | null | undefined

interface Saving {
  /** Undefined for a new one. */
  message: QuickMessageView | undefined
  values: QuickMessageValues
  isCategory: boolean
  file: FileChange
  /** Called when a new one is stored and its file is not yet. */
  onCreated: (message: QuickMessageView) => void
}

export function useSaveQuickMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (saving: Saving) => (saving.message ? change(saving.message, saving) : create(saving)),
    onSettled: () => renew(client),
    meta: { handles: fileRefusalsOfPlan },
  })
}

async function create({ values, isCategory, file, onCreated }: Saving): Promise<QuickMessageView> {
  const created = await call(api.createQuickMessage, {
    body: { ...bodyOf(values), isCategory, isMedia: Boolean(file) },
  })
  onCreated(created)
  return file ? setFile(created.id, file) : created
}

/** The new file comes first, because a message without a text needs one. */
async function change(message: QuickMessageView, { values, file }: Saving): Promise<QuickMessageView> {
  const { id } = message
  if (file) await setFile(id, file)
  const body = changesOf(bodyOf(valuesOf(message)), bodyOf(values))
  const changed = await call(api.updateQuickMessage, { params: { id }, body })
  if (file !== null || !message.isMedia) return changed
  return (await call(api.removeQuickMessageFile, { params: { id } })).record
}

async function setFile(id: number, file: File): Promise<QuickMessageView> {
  const form = { typeArch: 'quickMessage' }
  const { record } = await upload(api.setQuickMessageFile, { params: { id }, form }, { field: 'file', files: [file] })
  return record
}

export function useDeleteQuickMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: QuickMessageView) => call(api.deleteQuickMessage, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew(client)
    },
  })
}
