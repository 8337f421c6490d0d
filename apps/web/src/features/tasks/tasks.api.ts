import { type TaskView, api } from '@guiche/contract'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'

const queryKey = ['tasks'] as const
/** Changes of the list; they are sent one after the other. */
const mutationKey = queryKey
const scope = { id: 'tasks' }

/** One's own tasks. Nothing updates them while the screen is closed, so it always fetches them anew. */
export const ownTasks = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(api.listTasks, undefined, { signal }),
  staleTime: 0,
})

/** Applies what other tabs and devices of the user do. */
export function useLiveTasks(): void {
  const client = useQueryClient()
  useLive('task', () => renew(client, { unfinished: 0 }))
}

/** Not while changes are on their way: the answer would lack them. The last one fetches the list. */
function renew(client: QueryClient, { unfinished }: { unfinished: number }): void {
  if (client.isMutating({ mutationKey }) === unfinished) void client.invalidateQueries({ queryKey })
}

/** Shows a change at once, and takes it back if the server refuses it. */
function useChange<Change>(
  send: (change: Change) => Promise<unknown>,
  show: (tasks: TaskView[], change: Change) => TaskView[],
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey,
    scope,
    mutationFn: send,
    onMutate: async (change: Change) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(ownTasks.queryKey)
      client.setQueryData(ownTasks.queryKey, (tasks) => tasks && show(tasks, change))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(ownTasks.queryKey, before),
    onSettled: () => renew(client, { unfinished: 1 }),
  })
}

const now = () => new Date().toISOString()

/** Whether the server has stored it. */
export const isStored = ({ id }: TaskView) => id > 0

let added = 0

export const useAddTask = () =>
  useChange(
    (text: string) => call(api.createTask, { body: { text } }),
    (tasks, text) => [{ id: (added -= 1), text, done: false, createdAt: now(), updatedAt: now() }, ...tasks],
  )

export const useChangeTask = () =>
  useChange(
    ({ id, ...body }: { id: number; text?: string; done?: boolean }) => call(api.updateTask, { params: { id }, body }),
    (tasks, change) => tasks.map((task) => (task.id === change.id ? { ...task, ...change, updatedAt: now() } : task)),
  )

export const useDeleteTask = () =>
  useChange(
    ({ id }: TaskView) => call(api.deleteTask, { params: { id } }),
    (tasks, { id }) => tasks.filter((task) => task.id !== id),
  )
