import { movesConversations } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useAfterLoss } from '../../lib/live/after-loss.ts'
import { useJoin, useLive } from '../../lib/live.ts'
import { useMe } from '../../lib/session.ts'
import { type Shown, boardKey } from './board-keys.ts'
import { applyContactEvent, applyKanbanEvent, applyMessageEvent, applyTicketEvent } from './lane-cache.ts'

/** Keeps the board up to date while it is shown. */
export function useBoardLive(shown: Shown): void {
  const cache = useQueryClient()
  const { id, profile } = useMe()
  const board = { cache, shown, viewer: { id, isManager: profile !== 'user' } }
  const renew = () => void cache.invalidateQueries({ queryKey: boardKey })
  useJoin('joinTickets', 'open')
  useJoin('joinTickets', 'pending')

  useLive('kanban', (event) => applyKanbanEvent(board, event))
  useLive('ticket', (event) => applyTicketEvent(board, event))
  useLive('message', (event) => applyMessageEvent(board, event))
  useLive('contact', (event) => {
    applyContactEvent(board, event)
    if (movesConversations(event)) renew()
  })
  // Lanes and the queues on cards change rarely.
  useLive('tag', (event) => {
    if (event.action === 'delete' || event.tag.kanban === 1) renew()
  })
  useLive('queue', renew)
  useAfterLoss(renew)
}
