import type { ContactView } from '@guiche/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsFound } from '../../features/contacts/contacts.api.ts'
import { usePaletteSource } from '../../lib/keyboard/palette.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'

const most = 4

/** Finds contacts by name, number or e-mail in the palette; choosing one starts a ticket. */
export function useContactPalette(begin: (contact: ContactView) => void): void {
  const { t } = useTranslation()
  const cache = useQueryClient()
  usePaletteSource({
    id: 'contacts',
    title: t('shell.menu.contacts'),
    search: async (text) => {
      const { contacts } = await cache.fetchQuery(contactsFound(text.toLocaleLowerCase()))
      return contacts
        .filter(({ active }) => active)
        .slice(0, most)
        .map((contact) => ({
          id: `contact-${contact.id}`,
          title: contact.name,
          detail: t('tickets.action.create'),
          picture: <Avatar name={contact.name} size={28} picture={contact.urlPicture} channel={contact.channel} />,
          run: () => begin(contact),
        }))
    },
  })
}
