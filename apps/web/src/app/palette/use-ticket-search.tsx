import { api } from '@guiche/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { messageInAddress } from '../../lib/message-in-address.ts'
import type { PaletteSource } from '../../lib/keyboard/palette.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'

const most = 6

/** Finds tickets by contact and by message text. */
export function useTicketSearch(): PaletteSource {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    id: 'tickets',
    title: t('shell.palette.tickets'),
    search: async (text, signal) => {
      const query = { status: 'search', searchParam: text.toLowerCase() } as const
      const { tickets } = await call(api.listTickets, { query }, { signal })
      return tickets.slice(0, most).map(({ id, uuid, contact, queue, status, channel, found }) => ({
        id: `ticket-${id}`,
        title: contact.name,
        detail: [`#${id}`, queue?.name, t(`shell.palette.status.${status}`)].filter(Boolean).join(' · '),
        picture: <Avatar name={contact.name} size={28} picture={contact.urlPicture} channel={channel} />,
        run: () =>
          void navigate({
            to: '/tickets/{-$ticketId}',
            params: { ticketId: uuid },
            search: messageInAddress(found?.messageId),
          }),
      }))
    },
  }
}
