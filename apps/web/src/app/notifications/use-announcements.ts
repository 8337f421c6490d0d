import type { MessageEvent, TicketBrief, TicketEvent } from '@guiche/contract'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lastMessageOf } from '../../lib/text/last-message.ts'
import { type Me, type Unread, concerns, isNewTransfer } from '../../features/tickets/unread-tickets.ts'
import { playNotificationSound } from '../../lib/browser/sound.ts'
import { showNotice } from './browser-notice.ts'
import { isLookedAt, useLookedAt } from './looked-at.ts'
import { createNoticeSound, isLate } from './notice-sound.ts'
import { transferText } from './transfer-text.ts'

interface Announcements {
  announceMessage: (event: MessageEvent) => Promise<void>
  /** `before`: what the bell showed before the event. */
  announceTransfer: (event: TicketEvent, before: Unread | undefined) => Promise<void>
}

const sound = createNoticeSound(playNotificationSound)

/**
 * A new message and a transfer to the user play a sound and show a notification, unless the conversation is open in the
 * focused window, which may be another one of this browser.
 */
export function useAnnouncements(me: Me): Announcements {
  const { ticketId: openTicket } = useParams({ strict: false })
  const { t } = useTranslation()

  useLookedAt(openTicket)
  const isSeen = async (uuid: string) => (uuid === openTicket && document.hasFocus()) || (await isLookedAt(uuid))
  const show = ({ uuid, contact }: Pick<TicketBrief, 'uuid' | 'contact'>, text: string) =>
    void showNotice({
      title: contact.name,
      text,
      tag: uuid,
      picture: contact.urlPicture,
      path: `/tickets/${uuid}`,
    })

  return {
    announceMessage: async (event) => {
      if (event.action !== 'create') return
      const { message, ticket } = event
      if (message.fromMe || message.read || message.origin === 'import' || !concerns(me.id, ticket)) return
      if (await isSeen(ticket.uuid)) return
      sound(message)
      if (!isLate(message)) show(ticket, lastMessageOf(ticket, t))
    },
    announceTransfer: async (event, before) => {
      if (event.action !== 'update' || !isNewTransfer(me, event.ticket, before)) return
      const { ticket } = event
      const times = { createdAt: ticket.transfer?.at ?? ticket.updatedAt, updatedAt: ticket.updatedAt }
      if (isLate(times) || (await isSeen(ticket.uuid))) return
      sound(times)
      show(ticket, transferText(ticket, me.id, t))
    },
  }
}
