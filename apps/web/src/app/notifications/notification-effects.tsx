import type { MessageEvent } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lastMessageOf } from '../../features/tickets/last-message.ts'
import { useJoin, useLive } from '../../lib/live.ts'
import { useMe } from '../../lib/session.ts'
import { playNotificationSound } from '../../lib/browser/sound.ts'
import { createNoticeSound, isLate } from './notice-sound.ts'
import { showUnreadInTitle } from '../../lib/browser/title.ts'
import { showNotice } from './browser-notice.ts'
import { concerns, type Unread, withMessage, withTicketEvent } from '../../features/tickets/unread-tickets.ts'
import { unreadTickets, useUnreadCount } from '../../features/tickets/unread.api.ts'

/**
 * Updates bell, badge and title from live events. A new message plays a sound and shows a notification, unless its
 * conversation is open in the focused window.
 */
export function NotificationEffects() {
  const me = useMe()
  const cache = useQueryClient()
  const count = useUnreadCount()
  const announce = useAnnouncement(me.id)
  useJoin('joinNotification', undefined)
  useEffect(() => {
    showUnreadInTitle(count)
    return () => showUnreadInTitle(0)
  }, [count])

  const amend = (change: (unread: Unread) => Unread) =>
    cache.setQueryData<Unread>(unreadTickets.queryKey, (unread) => unread && change(unread))

  useLive('ticket', (event) => amend((unread) => withTicketEvent(unread, event, me.id)))
  useLive('message', (event) => {
    amend((unread) => withMessage(unread, event, me.id))
    announce(event)
  })
  return null
}

const sound = createNoticeSound(playNotificationSound)

function useAnnouncement(meId: number): (event: MessageEvent) => void {
  const { ticketId: openTicket } = useParams({ strict: false })
  const navigate = useNavigate()
  const { t } = useTranslation()

  return (event) => {
    if (event.action !== 'create') return
    const { message, ticket, contact } = event
    if (message.fromMe || message.read || message.origin === 'import' || !concerns(meId, ticket)) return
    if (ticket.uuid === openTicket && document.hasFocus()) return

    sound(message)
    if (isLate(message)) return
    showNotice({
      title: contact.name,
      text: lastMessageOf(ticket, t),
      tag: ticket.uuid,
      picture: contact.urlPicture,
      onOpen: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } }),
    })
  }
}
