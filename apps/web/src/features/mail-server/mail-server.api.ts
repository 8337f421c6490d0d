import { type MailServerBody, api } from '@guiche/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/api.ts'

type Body = z.input<typeof MailServerBody>

export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: ({ signal }) => call(api.getMailServer, undefined, { signal }),
  // Mails that were not sent come without an event.
  staleTime: 0,
})

/** The server asks for the password again when it is for another server; the form says so under the field. */
const meta = { handles: ['ERR_VALIDATION'] }

export function useSaveMailServer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) => call(api.saveMailServer, { body }),
    onSuccess: (saved) => client.setQueryData(mailServerQuery.queryKey, saved),
    meta,
  })
}

export function useRemoveMailServer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.removeMailServer),
    onSuccess: () => client.invalidateQueries({ queryKey: mailServerQuery.queryKey }),
  })
}

export const useTestMailServer = () =>
  useMutation({ mutationFn: (body: Body) => call(api.testMailServer, { body }), meta })
