import { movesConversations } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useJoin, useLive } from '../../lib/live.ts'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
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
  // Who came and went while the connection was lost is not caught up.
  useAfterLoss(renew)
}

function useBoardViewer(): BoardViewer {
  const { id, profile } = useMe()
  return useMemo(() => ({ id, isManager: profile !== 'user' }), [id, profile])
}
