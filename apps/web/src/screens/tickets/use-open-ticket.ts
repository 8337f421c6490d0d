import { type TicketView, isServiceOver } from '@guiche/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsChanging } from '../../features/tickets/change-ticket.ts'
import { departures } from '../../features/tickets/departures.ts'
import { findListed } from '../../features/tickets/ticket-cache.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { ticketByUuid } from '../../features/tickets/tickets.api.ts'
import { ApiError, causeOf } from '../../lib/api-error.ts'
import { useLive } from '../../lib/live.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

/** The open ticket: at first from its list row, then fetched. Leaves it when it is closed or no longer visible. */
export function useOpenTicket(uuid: string, onLeave: () => void) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const query = useQuery(ticketByUuid(uuid))
  const ticket: ListedTicket | undefined = query.data ?? findListed(cache, uuid)
  const isMissing = query.error instanceof ApiError && (query.error.status === 404 || query.error.status === 400)

  const leave = useEffectEvent((title: string, wasClosed: TicketView | undefined) => {
    if (wasClosed)
      toast.success(title, { id: `closed-${wasClosed.id}`, text: `${wasClosed.contact.name} #${wasClosed.id}` })
    else toast.warn(title)
    onLeave()
  })

  useEffect(() => {
    if (isMissing) leave(t('tickets.notFound'), undefined)
  }, [isMissing, t])

  useLive('ticket', (event) => {
    const isGone = event.action === 'delete' && event.status === null && event.ticketId === ticket?.id
    if (!isGone) return
    if (!departures.isExpected(event.ticketId)) toast.warn(t('tickets.gone'))
    onLeave()
  })

  const before = useRef<TicketView['status']>(undefined)
  const status = query.data?.status
  const isChanging = useIsChanging()
  useEffect(() => {
    // A status that is shown before the server has answered was not that of the ticket.
    if (isChanging) return
    const isClosedNow = isServiceOver(status) && before.current !== undefined && !isServiceOver(before.current)
    before.current = status
    if (isClosedNow) leave(t('tickets.closed'), query.data)
  }, [status, isChanging, query.data, t])

  return { ticket, failure: isMissing ? null : query.error && causeOf(query.error), retry: () => void query.refetch() }
}
