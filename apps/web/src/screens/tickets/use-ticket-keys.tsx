import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconCalendarPlus,
  IconCheck,
  IconCircleX,
  IconHistory,
  IconLayoutSidebarRight,
  IconMessage2,
  IconRefresh,
  IconSearch,
  IconTag,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationHandle } from '../../features/messages/conversation/index.ts'
import { useTicketActions } from '../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { type PaletteItem, usePaletteSource } from '../../lib/keyboard/palette.ts'
import { type Shortcut, useShortcuts } from '../../lib/keyboard/shortcuts.ts'
import { maySchedule } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import type { Drawer } from './tickets-screen.tsx'

interface Options {
  ticket: ListedTicket
  conversation: RefObject<ConversationHandle | null>
  drawer: Drawer
  onDrawer: (drawer: Drawer) => void
}

/** The actions on the open ticket, as shortcuts and in the palette. */
export function useTicketKeys({ ticket, conversation, drawer, onDrawer }: Options): void {
  const { t } = useTranslation()
  const me = useMe()
  const actions = useTicketActions()
  const isServed = ticket.status === 'open' || ticket.status === 'group'
  const isPending = ticket.status === 'pending'
  const isClosed = ticket.status === 'closed'

  const keys: Shortcut[] = [
    {
      keys: 'a',
      label: t('tickets.action.accept'),
      group: 'ticket',
      run: () => actions.accept(ticket),
      isOn: isPending,
    },
    {
      keys: 't',
      label: t('tickets.action.transfer'),
      group: 'ticket',
      run: () => actions.transfer(ticket),
      isOn: !isClosed,
    },
    { keys: 'e', label: t('tickets.action.finish'), group: 'ticket', run: () => actions.close(ticket), isOn: isServed },
    {
      keys: 'r',
      label: t('tickets.keys.reply'),
      group: 'ticket',
      run: () => conversation.current?.replyToLast(),
      isOn: isServed,
    },
    {
      keys: 'mod+f',
      label: t('search.within.label'),
      group: 'ticket',
      run: () => conversation.current?.search(),
    },
    { keys: 'l', label: t('tickets.keys.tags'), group: 'ticket', run: () => onDrawer('tags') },
    {
      keys: 'i',
      label: t('tickets.head.drawer'),
      group: 'ticket',
      run: () => onDrawer(drawer === 'closed' ? 'open' : 'closed'),
    },
    {
      keys: 'Escape',
      label: t('shell.keys.close'),
      group: 'general',
      run: () => onDrawer('closed'),
      isOn: drawer !== 'closed',
    },
  ]
  useShortcuts(keys)

  const reopen = {
    id: 'reopen',
    title: t('tickets.action.reopen'),
    picture: <IconRefresh {...icon} />,
    run: () => actions.reopen(ticket),
  }
  const release = {
    id: 'return',
    title: t('tickets.action.returnToQueue'),
    picture: <IconArrowBackUp {...icon} />,
    run: () => actions.returnToQueue(ticket),
  }
  const schedule = {
    id: 'schedule',
    title: t('tickets.action.schedule'),
    picture: <IconCalendarPlus {...icon} />,
    run: () => actions.schedule(ticket),
  }
  const rare: PaletteItem[] = [
    ...(isClosed ? [reopen] : []),
    ...(ticket.status === 'open' ? [release] : []),
    ...(maySchedule(me) ? [schedule] : []),
    {
      id: 'log',
      title: t('tickets.action.log'),
      picture: <IconHistory {...icon} />,
      run: () => actions.showLog(ticket),
    },
  ]
  usePaletteSource({
    id: 'open-ticket',
    title: t('tickets.palette'),
    items: [
      ...keys
        .filter(({ group, isOn = true }) => isOn && group === 'ticket')
        .map(({ keys: key, label, run }) => ({ id: key, title: label, keys: key, picture: pictures[key], run })),
      ...rare,
    ],
  })
}

const icon = { size: 18, stroke: 1.7 } as const

/** Icons by shortcut. */
const pictures: Record<string, ReactNode> = {
  a: <IconCheck {...icon} />,
  t: <IconArrowsExchange {...icon} />,
  e: <IconCircleX {...icon} />,
  r: <IconMessage2 {...icon} />,
  l: <IconTag {...icon} />,
  i: <IconLayoutSidebarRight {...icon} />,
  'mod+f': <IconSearch {...icon} />,
}
