import { type ConnectionView, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { upserted } from '../../../lib/cache/list-cache.ts'
import { connectionList } from '../connections.api.ts'
import { refusals } from './number-values.ts'

export const officialNumber = (whatsappId: number) =>
  queryOptions({
    queryKey: ['official-number', whatsappId],
    queryFn: ({ signal }) => call(api.getOfficialNumber, { params: { whatsappId } }, { signal }),
    staleTime: 0,
  })

/** Opens the sign-up window of the network in this tab. It comes back to the connections with a code. */
export function useSignUpWindow() {
  return useMutation({
    mutationFn: async (body: z.input<typeof api.startNumberSignUp.body>) => {
      const { url } = await call(api.startNumberSignUp, { body })
      window.location.assign(url)
    },
  })
}

/** The numbers that a login has opened. The dialog says what goes wrong. */
export const useOpenSignUp = () =>
  useMutation({
    mutationFn: (body: z.input<typeof api.openNumberSignUp.body>) => call(api.openNumberSignUp, { body }),
    meta: { handles: 'all' },
  })

export function useLinkSignedUp(signUpId: string) {
  const keep = useKept()
  return useMutation({
    mutationFn: (body: z.input<typeof api.linkSignedUpNumber.body>) =>
      call(api.linkSignedUpNumber, { params: { signUpId }, body }),
    onSuccess: keep,
    meta: { handles: 'all' },
  })
}

export function useLinkNumber() {
  const keep = useKept()
  return useMutation({
    mutationFn: (body: z.input<typeof api.linkOfficialNumber.body>) => call(api.linkOfficialNumber, { body }),
    onSuccess: keep,
    meta: { handles: Object.keys(refusals) },
  })
}

export function useMoveNumber(whatsappId: number) {
  const keep = useKept()
  return useMutation({
    mutationFn: (body: z.input<typeof api.moveToOfficial.body>) =>
      call(api.moveToOfficial, { params: { id: whatsappId }, body }),
    onSuccess: keep,
    meta: { handles: Object.keys(refusals) },
  })
}

export function useRenewNumber(whatsappId: number) {
  const keep = useKept()
  return useMutation({
    mutationFn: (body: z.input<typeof api.renewOfficialNumber.body>) =>
      call(api.renewOfficialNumber, { params: { whatsappId }, body }),
    onSuccess: keep,
    meta: { handles: Object.keys(refusals) },
  })
}

function useKept() {
  const client = useQueryClient()
  return async (saved: ConnectionView) => {
    client.setQueryData(connectionList.queryKey, (connections) => upserted(connections, saved))
    await client.invalidateQueries({ queryKey: officialNumber(saved.id).queryKey })
  }
}

/** What it finds is told step by step, so it is no error of the call. */
export const useTestNumber = (whatsappId: number) =>
  useMutation({ mutationFn: () => call(api.testOfficialNumber, { params: { whatsappId } }) })
