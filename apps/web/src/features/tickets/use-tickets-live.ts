import { movesConversations } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useJoin, useLive, useSocketState } from '../../lib/live.ts'
import { drafts } from './drafts.ts'
import { applyPresence, stopPresence } from './presence.ts'
import { applyContactEvent, applyMessageEvent, applyTicketEvent, ticketKeys } from './ticket-cache.ts'
import { ticketLog } from './tickets.api.ts'
import { useViewer } from './use-viewer.ts'

/** Keeps cached lists, tickets and typing states up to date. Mounted once per session. */
export function useTicketsLive(): void {
  const cache = useQueryClient()
  const viewer = useViewer()
  useJoin('joinTickets', 'open')
  useJoin('joinTickets', 'pending')
  useJoin('joinTickets', 'group')
  useJoin('joinTickets', 'closed')

  useLive('ticket', (event) => {
    applyTicketEvent(cache, event, viewer)
    if (event.action === 'update') void cache.invalidateQueries({ queryKey: ticketLog(event.ticketId).queryKey })
  })
  useLive('message', (event) => {
    applyMessageEvent(cache, event, viewer)
    if (event.action === 'create' && !event.message.fromMe) stopPresence(event.message.ticketId)
  })
  useLive('presence', applyPresence)
  useLive('contact', (event) => {
    applyContactEvent(cache, event)
    if (movesConversations(event)) void cache.invalidateQueries({ queryKey: ticketKeys.all })
  })
  // Rows contain the queue's name and colour; changes are rare, so refetch.
  useLive('queue', () => void cache.invalidateQueries({ queryKey: ticketKeys.all }))
  useLive('tag', () => void cache.invalidateQueries({ queryKey: ticketKeys.all }))
  useDrafts()
}

function useDrafts() {
  useEffect(() => {
    // Loads the drafts of the user's other machines. A failure does not matter: local drafts are kept here.
    drafts.loadSaved().catch(() => undefined)
    addEventListener('pagehide', drafts.leave)
    return () => removeEventListener('pagehide', drafts.leave)
  }, [])

  const { status } = useSocketState()
  useEffect(() => {
    if (status === 'online') drafts.flush()
  }, [status])
}
