import { type QueueView, type SentOption, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { upserted, without } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'
import type { QueueValues } from './queue-values.ts'

/** All queues of the company, in order. */
export const queueList = queryOptions({
  queryKey: ['queues'],
  queryFn: ({ signal }) => call(api.listQueues, { query: {} }, { signal }),
})

export function useLiveQueues(): void {
  const client = useQueryClient()
  useLive('queue', (event) =>
    amendData(client, queueList.queryKey, (queues) =>
      event.action === 'delete' ? without(queues, event.queueId) : inOrder(upserted(queues, event.queue)),
    ),
  )
}

export function useSaveQueue(id: number | undefined, before: QueueValues) {
  const client = useQueryClient()
  return useMutation({
    /** Without `chatbots` the menu stays as it is. */
    mutationFn: ({ chatbots, ...body }: QueueValues & { chatbots?: SentOption[] | undefined }) =>
      id
        ? call(api.updateQueue, { params: { id }, body: { ...changesOf(before, body), chatbots } })
        : call(api.createQueue, { body: { ...body, chatbots } }),
    onSuccess: (queue) => client.setQueryData(queueList.queryKey, (queues) => inOrder(upserted(queues, queue))),
    meta: {
      handles: [
        'ERR_QUEUE_NAME_ALREADY_EXISTS',
        'ERR_QUEUE_COLOR_ALREADY_EXISTS',
        'ERR_NO_INTEGRATION_FOUND',
        'ERR_NO_PROMPT_FOUND',
      ],
    },
  })
}

/** The rows are in their new order at once, and go back if the server refuses it. */
export function useOrderQueues() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (queues: QueueView[]) => call(api.orderQueues, { body: { queueIds: queues.map(({ id }) => id) } }),
    onMutate: (queues) =>
      client.setQueryData(
        queueList.queryKey,
        queues.map((queue, index) => ({ ...queue, orderQueue: index + 1 })),
      ),
    onSuccess: (queues) => client.setQueryData(queueList.queryKey, queues),
    onError: () => client.invalidateQueries({ queryKey: queueList.queryKey }),
  })
}

/** What a deletion takes the queue from. */
export const usesOfQueue = (id: number) =>
  queryOptions({
    queryKey: ['queue-uses', id],
    queryFn: ({ signal }) => call(api.queueUses, { params: { id } }, { signal }),
    staleTime: 0,
  })

export function useDeleteQueue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: QueueView) => call(api.deleteQueue, { params: { id } }),
    onSuccess: (_, { id }) => client.setQueryData(queueList.queryKey, (queues) => without(queues, id)),
  })
}

/** Sorts like the server. */
function inOrder(queues: QueueView[] | undefined): QueueView[] | undefined {
  const byName = (a: QueueView, b: QueueView) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' })
  return queues?.toSorted((a, b) => a.orderQueue - b.orderQueue || byName(a, b))
}
