import { type AnnouncementView, api } from '@guiche/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { fileRefusalsOfPlan } from '../../lib/files/file-refusals.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
import { type AnnouncementValues, bodyOf, valuesOf } from './announcement-values.ts'
import type { Format } from '../../lib/format.ts'

const lists = { key: ['announcement-list'], field: 'records' } as const

/** All announcements by page, for the operator. */
export const announcementList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listAnnouncements, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** What the choice of plans offers. */
export const planChoice = queryOptions({
  queryKey: ['plan-choice'],
  queryFn: ({ signal }) => call(api.allPlans, undefined, { signal }),
})

/** The events name no record: what the operator sees of it is in no event. */
export function useLiveAnnouncementList(): void {
  const renew = useRenew()
  useLive('announcementList', renew)
  useAfterLoss(renew)
}

function useRenew(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: lists.key })
}

/** `File`: a new one. Null: none any more. Undefined: unchanged. */
export type PictureChange = File | null | undefined

interface Saving {
  /** Undefined for a new one. */
  announcement: AnnouncementView | undefined
  values: AnnouncementValues
  picture: PictureChange
  /** Called when it is stored and its picture is not yet. */
  onStored: (announcement: AnnouncementView) => void
}

export function useSaveAnnouncement(format: Format) {
  const renew = useRenew()
  return useMutation({
    mutationFn: (saving: Saving) => save(saving, format),
    onSettled: renew,
    meta: { handles: fileRefusalsOfPlan },
  })
}

async function save({ announcement, values, picture, onStored }: Saving, format: Format): Promise<AnnouncementView> {
  const body = bodyOf(values)
  const stored = announcement
    ? await call(api.updateAnnouncement, {
        params: { id: announcement.id },
        body: changesOf(bodyOf(valuesOf(announcement, format)), body),
      })
    : await call(api.createAnnouncement, { body })
  onStored(stored)
  const params = { id: stored.id }
  if (picture) {
    const form = { typeArch: 'announcements' }
    return (await upload(api.setAnnouncementFile, { params, form }, { field: 'file', files: [picture] })).record
  }
  if (picture === undefined || stored.mediaName === null) return stored
  return (await call(api.removeAnnouncementFile, { params })).record
}

export function useDeleteAnnouncement() {
  const client = useQueryClient()
  const renew = useRenew()
  return useMutation({
    mutationFn: ({ id }: AnnouncementView) => call(api.deleteAnnouncement, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      renew()
    },
  })
}
