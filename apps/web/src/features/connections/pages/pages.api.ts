import { type Channel, api } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { connectionList } from '../connections.api.ts'

/** Opens the login window of the network in this tab. It comes back to this screen with a code. */
export function usePageLogin() {
  return useMutation({
    mutationFn: async (channel: Channel) => {
      const { url } = await call(api.startPageLogin, { body: { addInstagram: channel === 'instagram' } })
      window.location.assign(url)
    },
  })
}

export function useLinkPages() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (login: { code: string; state: string }) => call(api.linkPages, { body: login }),
    onSettled: () => client.invalidateQueries({ queryKey: connectionList.queryKey }),
    // The dialog says it.
    meta: { handles: 'all' },
  })
}
