import { isWaiting } from '@guiche/contract'
import { IconCheck, IconEyeOff, IconLayoutSidebarRight, IconMessage2, IconSearch, IconTag } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationHandle } from '../../features/messages/conversation/index.ts'
import { headActions, isShown } from '../../features/tickets/open-ticket/index.ts'
import { useTicketActions } from '../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { type Action, useActions } from '../../lib/keyboard/actions.ts'
import { useMe } from '../../lib/session.ts'
import type { Drawer } from './tickets-screen.tsx'

interface Options {
  ticket: ListedTicket
  conversation: RefObject<ConversationHandle | null>
  drawer: Drawer
  onDrawer: (drawer: Drawer) => void
}

/** What can be done with the open ticket, as shortcuts and in the palette: all that its head has, and more. */
export function useTicketKeys({ ticket, conversation, drawer, onDrawer }: Options): void {
  const { t } = useTranslation()
  const me = useMe()
  const actions = useTicketActions()
  const isServed = ticket.status === 'open' || ticket.status === 'group'
  const isPending = isWaiting(ticket.status)
  const ofTicket = { group: 'ticket' } as const

  const ofHead = headActions.map((action): Action => ({
    ...ofTicket,
    ...(action.keys && { keys: action.keys }),
    label: action.label(t, ticket),
    icon: action.icon,
    run: () => action.run(actions, ticket),
    isOn: isShown(action, ticket, me),
  }))

  useActions([
    {
      ...ofTicket,
      keys: 'a',
      label: t('tickets.action.accept'),
      icon: IconCheck,
      run: () => actions.accept(ticket),
      isOn: isPending,
    },
    {
      ...ofTicket,
      label: t('tickets.action.ignore'),
      icon: IconEyeOff,
      run: () => actions.ignore(ticket),
      isOn: isPending,
    },
    ...ofHead,
    {
      ...ofTicket,
      keys: 'r',
      label: t('tickets.keys.reply'),
      icon: IconMessage2,
      run: () => conversation.current?.replyToLast(),
      isOn: isServed,
    },
    {
      ...ofTicket,
      keys: 'mod+f',
      label: t('search.within.label'),
      icon: IconSearch,
      run: () => conversation.current?.search(),
    },
    { ...ofTicket, keys: 'l', label: t('tickets.keys.tags'), icon: IconTag, run: () => onDrawer('tags') },
    {
      ...ofTicket,
      keys: 'i',
      label: t('tickets.head.drawer'),
      icon: IconLayoutSidebarRight,
      run: () => onDrawer(drawer === 'closed' ? 'open' : 'closed'),
    },
    {
      keys: 'Escape',
      label: t('shell.keys.close'),
      group: 'general',
      run: () => onDrawer('closed'),
      isOn: drawer !== 'closed',
    },
  ])
}
