import { TicketConflict, type Input, type TicketView, api } from '@guiche/contract'
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../../lib/api.ts'
import { addPendingChange } from '../../lib/cache/pending-changes.ts'
import { rememberTicket, ticketKeys } from './ticket-cache.ts'
import type { ListedTicket } from './ticket-lists.ts'
import { useViewer } from './use-viewer.ts'

type Change = Input<typeof api.updateTicket>['body']

interface Asked {
  ticket: ListedTicket
  change: Change
  /** The optimistic result: shown at once, rolled back if the server refuses. */
  becomes?: Partial<ListedTicket>
}

/** Error codes that the dialogs explain themselves. */
const handles = ['ERR_OTHER_OPEN_TICKET', 'ERR_TAG_REQUIRED', 'ERR_QUEUE_REQUIRED']

const changes = ['change-ticket'] as const

export function useChangeTicket() {
  const cache = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationKey: changes,
    mutationFn: ({ ticket, change }: Asked) => call(api.updateTicket, { params: { id: ticket.id }, body: change }),
    onMutate: ({ ticket, becomes }) => {
      if (becomes) rememberTicket(cache, { ...ticket, ...becomes }, viewer)
    },
    onSuccess: (answer, { ticket, becomes }) => {
      void replaceOne(cache, answer)
      if (becomes && answer.id !== ticket.id) rememberTicket(cache, ticket, viewer)
      rememberTicket(cache, answer, viewer)
    },
    onError: (_error, { ticket, becomes }) => {
      if (becomes) rememberTicket(cache, ticket, viewer)
      refetchAfterConflict(cache)
    },
    meta: { handles },
  })
}

/** A change of a ticket is on its way: what the cache says of it may be rolled back. */
export const useIsChanging = (): boolean => useIsMutating({ mutationKey: changes }) > 0

export type AskedChange = Omit<Input<typeof api.askTicketChange>['body'], 'seenUntil'>

/** Closes, ignores or transfers a ticket in a way that can be undone for some seconds. */
export function useAskTicketChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ ticket, asked }: { ticket: ListedTicket; asked: AskedChange }) =>
      call(api.askTicketChange, {
        params: { id: ticket.id },
        body: { ...asked, seenUntil: seenUntil(cache, ticket) },
      }),
    onSuccess: addPendingChange,
    onError: () => refetchAfterConflict(cache),
    meta: { handles },
  })
}

/** What came while a dialog was open is seen behind it. */
const seenUntil = (cache: QueryClient, { uuid, lastMessageAt }: ListedTicket): string =>
  cache.getQueryData<TicketView>(ticketKeys.one(uuid))?.lastMessageAt ?? lastMessageAt

/** Whatever is on its way may be older than this answer. */
async function replaceOne(cache: QueryClient, answer: TicketView): Promise<void> {
  const queryKey = ticketKeys.one(answer.uuid)
  await cache.cancelQueries({ queryKey })
  cache.setQueryData(queryKey, answer)
}

/** Refetches after a conflict: another user was faster, or the cache was out of date. */
function refetchAfterConflict(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: ticketKeys.all })
}

export function useCreateTicket() {
  const cache = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (body: Input<typeof api.createTicket>['body']) => call(api.createTicket, { body }),
    onSuccess: (ticket) => rememberTicket(cache, ticket, viewer),
    meta: { handles },
  })
}

/** Who has the ticket, from the error or from the other ticket in the answer. */
export function conflictOf(problem: unknown): TicketConflict | undefined {
  if (!(problem instanceof ApiError) || problem.code !== 'ERR_OTHER_OPEN_TICKET') return undefined
  return TicketConflict.safeParse(problem.details).data
}

export const conflictIn = ({ id, uuid, status, userId, user, queue, updatedAt }: TicketView): TicketConflict => ({
  id,
  uuid,
  status,
  userId,
  user: user ?? { id: 0, name: '' },
  queue: queue ?? { id: 0, name: '', color: '' },
  since: updatedAt,
})
