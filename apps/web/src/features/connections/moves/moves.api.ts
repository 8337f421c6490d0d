import { type ConnectionView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { upserted } from '../../../lib/cache/list-cache.ts'
import { connectionList } from '../connections.api.ts'

export const moveOf = (whatsappId: number) =>
  queryOptions({
    queryKey: ['connection-move', whatsappId],
    queryFn: ({ signal }) => call(api.getMove, { params: { id: whatsappId } }, { signal }),
    staleTime: 0,
  })

/** Pairs the phone of an official number; live events show how far that is. */
export function usePhoneMove({ id }: Pick<ConnectionView, 'id'>) {
  const client = useQueryClient()
  const begin = useMutation({
    mutationFn: () => call(api.moveToPhone, { params: { id } }),
    onSuccess: (saved) =>
      client.setQueryData(connectionList.queryKey, (connections) => upserted(connections, { ...saved, qrcode: '' })),
  })
  const end = useMutation({ mutationFn: () => call(api.endMoveToPhone, { params: { id } }) })
  return { begin, end }
}
