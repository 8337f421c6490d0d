import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useJoin, useLive } from '../../lib/live.ts'
import { useMe } from '../../lib/session.ts'
import { showUnreadInIcon } from '../../lib/browser/icon.ts'
import { showUnreadInTitle } from '../../lib/browser/title.ts'
import type { Unread } from '../../features/tickets/unread-tickets.ts'
import {
  applyMessageEvent,
  applyTicketEvent,
  unreadTickets,
  useUnreadCount,
} from '../../features/tickets/unread.api.ts'
import { useAnnouncements } from './use-announcements.ts'

/** Updates bell, badge, title and icon from live events, and announces what is new. */
export function NotificationEffects() {
  const me = useMe()
  const cache = useQueryClient()
  const count = useUnreadCount()
  const { announceMessage, announceTransfer } = useAnnouncements(me)
  useJoin('joinNotification', undefined)
  useEffect(() => {
    showUnreadInTitle(count)
    showUnreadInIcon(count)
    return () => {
      showUnreadInTitle(0)
      showUnreadInIcon(0)
    }
  }, [count])

  useLive('ticket', (event) => {
    const before = cache.getQueryData<Unread>(unreadTickets.queryKey)
    applyTicketEvent(cache, event, me)
    void announceTransfer(event, before)
  })
  useLive('message', (event) => {
    applyMessageEvent(cache, event, me)
    void announceMessage(event)
  })
  return null
}
