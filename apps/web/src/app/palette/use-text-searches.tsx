import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { searchEverything } from '../../features/search/search.api.ts'
import type { PaletteSource } from '../../lib/keyboard/palette.ts'
import { messageInAddress } from '../../lib/message-in-address.ts'
import { foundLine } from '../../lib/text/found-line.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'

const most = 4
const kinds = ['messages', 'notes', 'files'] as const

/** Finds messages, notes and names of files, all with one call. */
export function useTextSearches(): PaletteSource[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  return kinds.map((kind) => ({
    id: kind,
    title: t(`search.kind.${kind}`),
    search: async (text) => {
      const { [kind]: page } = await cache.fetchQuery(searchEverything(text.toLocaleLowerCase()))
      return page.results.slice(0, most).map((found) => ({
        id: `${kind}-${found.messageId ?? `note${found.noteId}`}`,
        title: found.contact.name,
        detail: foundLine(found, t),
        picture: (
          <Avatar
            name={found.contact.name}
            size={28}
            picture={found.contact.urlPicture}
            channel={found.contact.channel}
          />
        ),
        run: () =>
          void navigate({
            to: '/tickets/{-$ticketId}',
            params: { ticketId: found.ticket.uuid },
            search: messageInAddress(found.messageId),
          }),
      }))
    },
  }))
}
