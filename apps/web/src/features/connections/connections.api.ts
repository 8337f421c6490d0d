import { type Channel, type ConnectionView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../lib/api.ts'
import { fileRefusals } from '../../lib/files/file-refusals.ts'
import { changesOf } from '../../lib/cache/changes.ts'
import { amendData } from '../../lib/cache/fetches.ts'
import { upserted, without } from '../../lib/cache/list-cache.ts'
import { useLive } from '../../lib/live.ts'
import type { GreetingFile } from './greeting-file-field.tsx'
import { type ConnectionValues, bodyOf } from './connection-values.ts'

export const connectionList = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => call(api.listConnections, { query: { session: '0' } }, { signal }),
})

export function useLiveConnections(): void {
  const client = useQueryClient()
  useLive('connection', (event) =>
    amendData(client, connectionList.queryKey, (connections) =>
      event.action === 'delete' ? without(connections, event.whatsappId) : withUpdated(connections, event.whatsapp),
    ),
  )
  useLive('connectionSession', ({ session }) =>
    amendData(client, connectionList.queryKey, (connections) =>
      connections.map((connection) => (connection.id === session.id ? { ...connection, ...session } : connection)),
    ),
  )
}

/** Progress events go to admins only; other users with access to connections refetch regularly. */
export function useLiveImports(): void {
  const client = useQueryClient()
  useLive('importMessages', (event) => {
    if (event.action === 'refresh') return void client.invalidateQueries({ queryKey: connectionList.queryKey })
    amendData(client, connectionList.queryKey, (connections) =>
      connections.map((connection) =>
        connection.id === event.whatsappId ? { ...connection, importProgress: event.status } : connection,
      ),
    )
  })
}

export function useCloseImported({ id }: Pick<ConnectionView, 'id'>) {
  return useMutation({ mutationFn: () => call(api.closeImported, { params: { id } }) })
}

interface Saving {
  values: ConnectionValues
  file: GreetingFile
  /** Called when the connection is stored and its file is not yet. */
  onStored: (connection: ConnectionView) => void
}

async function withFile(stored: ConnectionView, file: GreetingFile): Promise<ConnectionView> {
  const params = { id: stored.id }
  if (file) return (await upload(api.setGreetingFile, { params, form: {} }, { field: 'file', files: [file] })).record
  if (file === undefined || stored.greetingMediaAttachment === null) return stored
  return (await call(api.removeGreetingFile, { params })).record
}

export function useSaveConnection(id: number | undefined, channel: Channel, before: ConnectionValues) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ values, file, onStored }: Saving) => {
      const body = bodyOf(values)
      const stored = id
        ? await call(api.updateConnection, { params: { id }, body: changesOf(bodyOf(before), body) })
        : await call(api.createConnection, { body: { ...body, channel } })
      onStored(stored)
      return withFile(stored, file)
    },
    onSuccess: (saved) =>
      client.setQueryData(connectionList.queryKey, (connections) =>
        isKnownBetter(connections, saved) ? connections : withUpdated(connections, saved),
      ),
    meta: {
      handles: [
        'ERR_NAME_ALREADY_EXISTS',
        'ERR_WAPP_GREETING_REQUIRED',
        'ERR_NO_INTEGRATION_FOUND',
        'ERR_NO_PROMPT_FOUND',
        ...fileRefusals,
      ],
    },
  })
}

export function useDeleteConnection() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ConnectionView) => call(api.deleteConnection, { params: { id } }),
    onSuccess: (_, { id }) => client.setQueryData(connectionList.queryKey, (connections) => without(connections, id)),
  })
}

/** Requests a change of a paired phone's session; live events show its progress. */
export function usePhoneSession({ id }: Pick<ConnectionView, 'id'>) {
  const start = useMutation({ mutationFn: () => call(api.startSession, { params: { id } }) })
  const renew = useMutation({ mutationFn: () => call(api.renewSession, { params: { id } }) })
  const end = useMutation({ mutationFn: () => call(api.endSession, { params: { id } }) })
  return { start, renew, end, isPending: start.isPending || renew.isPending || end.isPending }
}

export const useRestartSessions = () => useMutation({ mutationFn: () => call(api.restartSessions) })

/** A live event can arrive before the answer, because a new phone shows its code at once. */
const isKnownBetter = (connections: ConnectionView[] | undefined, { id, updatedAt }: ConnectionView) =>
  connections?.some((known) => known.id === id && known.updatedAt > updatedAt)

/** Updates the list. A company has one default connection, so a new default replaces the old one. */
function withUpdated(connections: ConnectionView[] | undefined, changed: ConnectionView): ConnectionView[] | undefined {
  const all = upserted(connections, changed)
  if (!changed.isDefault) return all
  return all?.map((connection) =>
    connection.id !== changed.id && connection.isDefault ? { ...connection, isDefault: false } : connection,
  )
}
