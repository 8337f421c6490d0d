import { type TagView, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'
import type { TagValues } from './tag-dialog.tsx'

/** The kind of contact tags; kanban tags are lanes. */
const ofContacts = 0

/** All tags, for select fields. */
export const tagChoices = queryOptions({
  queryKey: ['tag-choices'],
  queryFn: ({ signal }) => call(api.pickTags, { query: { kanban: ofContacts } }, { signal }),
})

const lists = { key: ['tags'], field: 'tags' } as const

/** Tags by page, with the number of uses. */
export const tagList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listTags, { query: { searchParam, offset: pageParam, kanban: ofContacts } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, tags }, _pages, offset) => (hasMore ? offset + tags.length : undefined),
  })

export function useLiveTags(): void {
  const client = useQueryClient()
  useLive('tag', (event) => {
    void client.invalidateQueries({ queryKey: tagChoices.queryKey })
    if (event.action === 'delete') return dropRow(client, lists, event.tagId)
    if (event.tag.kanban === ofContacts && !mergeRow(client, lists, event.tag)) {
      void client.invalidateQueries({ queryKey: lists.key })
    }
  })
}

export function useSaveTag(id: number | undefined, before: TagValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TagValues) =>
      id
        ? call(api.updateTag, { params: { id }, body: changesOf(before, body) })
        : call(api.createTag, { body: { ...body, kanban: ofContacts } }),
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
    onSuccess: (_, { id }) => dropRow(client, lists, id),
  })
}
