import { movesConversations } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useJoin, useLive, useSocketState } from '../../lib/live.ts'
import { useMe } from '../../lib/session.ts'
import {
  type BoardViewer,
  applyAttendantsEvent,
  applyContactEvent,
  applyMessageEvent,
  applyTicketEvent,
  applyUserEvent,
} from './board-cache.ts'
import { boardKey } from './moments.api.ts'

/** Keeps the board up to date while it is shown. */
export function useBoardLive(): void {
  const cache = useQueryClient()
  const viewer = useBoardViewer()
  const renew = () => void cache.invalidateQueries({ queryKey: boardKey })
  useJoin('joinTickets', 'open')
  useJoin('joinTickets', 'pending')

  useLive('ticket', (event) => applyTicketEvent(cache, event, viewer))
  useLive('message', (event) => applyMessageEvent(cache, event, viewer))
  useLive('attendants', (event) => applyAttendantsEvent(cache, event))
  useLive('user', (event) => applyUserEvent(cache, event))
  useLive('contact', (event) => {
    applyContactEvent(cache, event)
    if (movesConversations(event)) renew()
  })
  // Rows contain the queue's name and colour; changes are rare.
  useLive('queue', renew)
  useRenewedAfterLoss(renew)
}

function useBoardViewer(): BoardViewer {
  const { id, profile } = useMe()
  return useMemo(() => ({ id, isManager: profile !== 'user' }), [id, profile])
}

/** Who came and went while the connection was lost is not caught up. */
function useRenewedAfterLoss(renew: () => void) {
  const { status } = useSocketState()
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== 'online' && status === 'online') renew()
    before.current = status
  })
}
