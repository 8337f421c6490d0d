import { type FileListView, api } from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { fileRefusalsOfPlan } from '../../lib/files/file-refusals.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { type FileListValues, bodyOf } from './file-list-values.ts'

const lists = { key: ['file-lists'], field: 'files' } as const

/** Lists of files by page. */
export const fileLists = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listFileLists, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** What uses a list, asked when it is about to be deleted. */
export const usesOfFileList = (id: number) =>
  queryOptions({
    queryKey: ['file-list-uses', id],
    queryFn: ({ signal }) => call(api.fileListUses, { params: { id } }, { signal }),
    staleTime: 0,
  })

export function useLiveFileLists(): void {
  const client = useQueryClient()
  useLive('fileList', (event) => {
    if (event.action === 'delete') dropRow(client, lists, event.fileId)
    else mergeRow(client, lists, event.fileList)
    renew(client)
  })
}

/** A change may move a row in the lists, which are sorted by name. */
function renew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: lists.key })
}

interface Saving {
  /** Undefined for a new one. */
  id: number | undefined
  before: FileListValues
  values: FileListValues
  /** Called when the list is stored and its files are not yet. */
  onStored: (list: FileListView) => void
}

export function useSaveFileList() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSettled: () => renew(client),
    meta: { handles: ['ERR_NAME_ALREADY_EXISTS', ...fileRefusalsOfPlan] },
  })
}

/** The list first: its answer has the ids of new options, in the order of the options, which their files belong to. */
async function save({ id, before, values, onStored }: Saving): Promise<FileListView> {
  const body = bodyOf(values)
  const stored = id
    ? await call(api.updateFileList, { params: { id }, body: changesOf(bodyOf(before), body) })
    : await call(api.createFileList, { body })
  onStored(stored)
  const chosen = values.options.flatMap(({ file, id: known }, nth) => {
    const optionId = known ?? stored.options[nth]?.id
    return file && optionId ? [{ file, id: optionId }] : []
  })
  if (chosen.length === 0) return stored
  const form = { typeArch: 'fileList', fileId: stored.id, id: chosen.map((option) => option.id) }
  const files = chosen.map(({ file }) => file)
  return (await upload(api.uploadListFiles, { params: { id: stored.id }, form }, { field: 'files', files })).record
}

export function useDeleteFileList() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: FileListView) => call(api.deleteFileList, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew(client)
    },
  })
}
