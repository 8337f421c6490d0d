import {
  type CampaignProgress,
  type CampaignRecord,
  type CampaignView,
  type Input,
  ListedCampaign,
  api,
} from '@guiche/contract'
import {
  type QueryClient,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { dropRow, mergeRow } from '../../lib/cache/list-cache.ts'
import { pageByNumber } from '../../lib/cache/list.ts'
import { fileRefusalsOfPlan } from '../../lib/files/file-refusals.ts'
import { useLive } from '../../lib/live.ts'

const lists = { key: ['campaigns'], field: 'records' } as const

/** Campaigns by page, the newest first. */
export const campaignList = (searchParam: string) =>
  infiniteQueryOptions({
    queryKey: [...lists.key, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(api.listCampaigns, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...pageByNumber,
  })

/** Lists of files, for the attachment. */
export const fileListChoices = queryOptions({
  queryKey: ['campaign-file-lists'],
  queryFn: ({ signal }) => call(api.pickFileLists, undefined, { signal }),
  staleTime: 0,
})

export const renewCampaigns = (client: QueryClient) => client.invalidateQueries({ queryKey: lists.key })

export function useLiveCampaigns(): void {
  const client = useQueryClient()
  useLive('campaign', (event) => {
    if (event.action === 'delete') return dropRow(client, lists, event.id)
    mergeRow(client, lists, newsOf(event.record))
    if (event.action === 'create') void renewCampaigns(client)
  })
}

/** Without its people, who may be thousands. */
const campaignOf = (record: CampaignRecord): ListedCampaign =>
  ListedCampaign.parse({ ...record, contactList: listIn(record) })

/** What an event says of a campaign. While one with many people runs, its texts and connections are left out. */
export const newsOf = (record: CampaignRecord | CampaignProgress): Partial<ListedCampaign> & { id: number } =>
  'message1' in record ? campaignOf(record) : { ...record, contactList: listIn(record) }

const listIn = ({ contactListId, contactList }: CampaignRecord | CampaignProgress) =>
  contactListId === null ? null : contactList

export type SentCampaign = Required<Input<typeof api.createCampaign>['body']>
type Change = Input<typeof api.updateCampaign>['body']

/** `File`: a new one. Null: none any more. Undefined: unchanged. */
export type FileChange = File | null | undefined

interface Saving {
  /** Undefined for a new one. */
  id: number | undefined
  /** What the dialog began with, and what it holds now. */
  before: SentCampaign
  after: SentCampaign
  file: FileChange
  /** Called when a new one is stored and its file is not yet. */
  onStored: (campaign: CampaignView) => void
}

export function useSaveCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSettled: () => renewCampaigns(client),
    meta: { handles: ['ERR_SCHEDULE_IN_PAST', 'ERR_NO_CONTACT_LIST_FOUND', ...fileRefusalsOfPlan] },
  })
}

/**
 * A date is stored after the file, because from then on the campaign may start. Nothing is sent without its file, or with one
 * that was removed.
 */
async function save({ id, before, after, file, onStored }: Saving): Promise<void> {
  if (id === undefined) {
    const { scheduledAt } = after
    const stored = await call(api.createCampaign, { body: file ? { ...after, scheduledAt: null } : after })
    if (!file) return
    onStored(campaignOf(stored))
    await uploadFile(stored.id, file)
    return scheduledAt === null ? undefined : change(stored.id, { scheduledAt })
  }
  const changes = changesOf(before, after)
  if (file === null) {
    const { scheduledAt, ...others } = changes
    await change(id, others)
    await call(api.removeCampaignFile, { params: { id } })
    return scheduledAt === undefined ? undefined : change(id, { scheduledAt })
  }
  if (file) await uploadFile(id, file)
  await change(id, changes)
}

async function change(id: number, body: Change): Promise<void> {
  if (Object.keys(body).length > 0) await call(api.updateCampaign, { params: { id }, body })
}

const uploadFile = (id: number, file: File) =>
  upload(api.setCampaignFile, { params: { id }, form: {} }, { field: 'file', files: [file] })

type Known = Pick<CampaignView, 'id'>

/** Its messages that were not sent yet are taken back. */
export function useCancelCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Known) => call(api.cancelCampaign, { params: { id } }),
    onSuccess: (_, { id }) =>
      mergeRow<ListedCampaign, 'records'>(client, lists, { id, status: 'CANCELADA', holds: [] }),
    onError: () => renewCampaigns(client),
  })
}

/** Goes on with those whom it has not reached. */
export function useRestartCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Known) => call(api.restartCampaign, { params: { id } }),
    onSuccess: (_, { id }) =>
      mergeRow<ListedCampaign, 'records'>(client, lists, { id, status: 'EM_ANDAMENTO', failure: null }),
    onError: () => renewCampaigns(client),
  })
}

export function useDeleteCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Known) => call(api.deleteCampaign, { params: { id } }),
    onSuccess: (_, { id }) => {
      dropRow(client, lists, id)
      void renewCampaigns(client)
    },
  })
}
