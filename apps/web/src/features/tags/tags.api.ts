import { type TagView, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'
import type { TagValues } from './tag-dialog.tsx'

/** Tags of contacts, or of the lanes of the board. */
export type TagKind = 0 | 1
const ofContacts = 0

/** All tags, for select fields. */
export const tagChoices = queryOptions({
  queryKey: ['tag-choices'],
  queryFn: ({ signal }) => call(api.pickTags, { query: { kanban: ofContacts } }, { signal }),
})

const listsOf = (kind: number) => ({ key: ['tags', kind], field: 'tags' }) as const

/** Tags by page, with the number of uses. */
export const tagList = (kind: TagKind, searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...listsOf(kind).key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listTags, { query: { searchParam, offset: pageParam, kanban: kind } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, tags }, _pages, offset) => (hasMore ? offset + tags.length : undefined),
  })

const kinds: readonly TagKind[] = [0, 1]

export function useLiveTags(): void {
  const client = useQueryClient()
  useLive('tag', (event) => {
    void client.invalidateQueries({ queryKey: tagChoices.queryKey })
    if (event.action === 'delete') return kinds.forEach((kind) => dropRow(client, listsOf(kind), event.tagId))
    const lists = listsOf(event.tag.kanban)
    if (!mergeRow(client, lists, event.tag)) void client.invalidateQueries({ queryKey: lists.key })
  })
}

export function useSaveTag(id: number | undefined, before: TagValues, kind: TagKind = ofContacts) {
  const lists = listsOf(kind)
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TagValues) =>
      id
        ? call(api.updateTag, { params: { id }, body: changesOf(before, body) })
        : call(api.createTag, { body: { ...body, kanban: kind } }),
    onSuccess: (tag) => {
      // A rename may change its position in the list, which is sorted by name.
      mergeRow(client, lists, tag)
      void client.invalidateQueries({ queryKey: lists.key })
      void client.invalidateQueries({ queryKey: tagChoices.queryKey })
    },
    meta: { handles: ['ERR_NAME_ALREADY_EXISTS'] },
  })
}

export function useDeleteTag() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: TagView) => call(api.deleteTag, { params: { id } }),
    onSuccess: (_, { id, kanban }) => dropRow(client, listsOf(kanban), id),
  })
}
