import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOpenDirectChat } from '../../features/internal-chats/chats.api.ts'
import { colleagues } from '../../lib/cache/colleagues.ts'
import type { PaletteSource } from '../../lib/keyboard/palette.ts'
import { mayChat } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'

/** Opens the direct talk with a colleague, from any screen. */
export function useColleagues(): PaletteSource {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const open = useOpenDirectChat()
  const { data: people = [] } = useQuery({ ...colleagues, enabled: mayChat(me) })
  const others = mayChat(me) ? people.filter(({ id }) => id !== me.id) : []
  return {
    id: 'colleagues',
    title: t('chats.colleagues'),
    isLong: true,
    items: others.map(({ id, name }) => ({
      id: `colleague-${id}`,
      title: t('chats.talkTo', { name }),
      picture: <Avatar name={name} size={28} />,
      // The palette is closed by then, which ends callbacks of a mutation.
      run: () =>
        void open
          .mutateAsync(id)
          .then(({ uuid }) => navigate({ to: '/chats/{-$chatId}', params: { chatId: uuid } }))
          .catch(() => undefined),
    })),
  }
}
