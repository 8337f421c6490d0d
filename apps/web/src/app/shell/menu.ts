import type { SessionUser } from '@guiche/contract'
import {
  IconActivityHeartbeat,
  IconAddressBook,
  IconAdjustments,
  IconApi,
  IconBellOff,
  IconBolt,
  IconBrandWhatsapp,
  IconBuildingStore,
  IconCalendarEvent,
  IconChartHistogram,
  IconChecklist,
  IconFiles,
  IconHelp,
  IconHistory,
  IconLabel,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconListDetails,
  IconMessages,
  IconPhoneCall,
  IconPlugConnected,
  IconReceipt,
  IconReportAnalytics,
  IconRobot,
  IconSend,
  IconSettings,
  IconSitemap,
  IconSparkles,
  IconSpeakerphone,
  IconTag,
  IconTemplate,
  IconUsers,
  IconZoomMoney,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { useHasHelps } from '../../features/helps/helps.api.ts'
import {
  hasExternalApi,
  hasIntegrations,
  hasKanban,
  hasOpenAi,
  mayAdminister,
  mayCampaign,
  mayChat,
  mayManageConnections,
  mayOperate,
  maySchedule,
  maySeeDashboard,
  maySeeMoments,
} from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'

export interface MenuEntry {
  /** Translation key of the entry. */
  label: string
  to: NonNullable<LinkProps['to']>
  /** The prefix of the screen's URLs. */
  path: string
  /** The prefix of the URLs of screens that are opened from it, if it is another one. */
  pathOfOne?: string
  icon: typeof IconBrandWhatsapp
  group: 'daily' | 'administration'
  /** Who sees the entry (docs/requirements/back-office.md, section 2 "Drawer menu"); the server checks for itself. */
  isFor: (me: SessionUser) => boolean
  /** It is left out while there is nothing to see. */
  needs?: 'helps'
  badge?: 'unread' | 'chats' | 'connections'
}

const everybody = () => true

const menu: readonly MenuEntry[] = [
  {
    label: 'shell.menu.dashboard',
    to: '/',
    path: '/',
    icon: IconChartHistogram,
    group: 'daily',
    isFor: maySeeDashboard,
  },
  {
    label: 'shell.menu.tickets',
    to: '/tickets/{-$ticketId}',
    path: '/tickets',
    icon: IconBrandWhatsapp,
    group: 'daily',
    isFor: everybody,
    badge: 'unread',
  },
  {
    label: 'shell.menu.moments',
    to: '/moments',
    path: '/moments',
    icon: IconActivityHeartbeat,
    group: 'daily',
    isFor: maySeeMoments,
  },
  {
    label: 'shell.menu.reports',
    to: '/reports',
    path: '/reports',
    icon: IconReportAnalytics,
    group: 'daily',
    isFor: maySeeDashboard,
  },
  {
    label: 'shell.menu.quickMessages',
    to: '/quick-messages',
    path: '/quick-messages',
    icon: IconBolt,
    group: 'daily',
    isFor: everybody,
  },
  {
    label: 'shell.menu.kanban',
    to: '/kanban',
    path: '/kanban',
    icon: IconLayoutKanban,
    group: 'daily',
    isFor: hasKanban,
  },
  {
    label: 'shell.menu.kanbanTags',
    to: '/TagsKanban',
    path: '/TagsKanban',
    icon: IconLabel,
    group: 'daily',
    isFor: hasKanban,
  },
  {
    label: 'shell.menu.contacts',
    to: '/contacts',
    path: '/contacts',
    icon: IconAddressBook,
    group: 'daily',
    isFor: everybody,
  },
  {
    label: 'shell.menu.schedules',
    to: '/schedules',
    path: '/schedules',
    icon: IconCalendarEvent,
    group: 'daily',
    isFor: maySchedule,
  },
  { label: 'shell.menu.tags', to: '/tags', path: '/tags', icon: IconTag, group: 'daily', isFor: everybody },
  {
    label: 'shell.menu.tasks',
    to: '/todolist',
    path: '/todolist',
    icon: IconChecklist,
    group: 'daily',
    isFor: everybody,
  },
  {
    label: 'shell.menu.chats',
    to: '/chats/{-$chatId}',
    path: '/chats',
    icon: IconMessages,
    group: 'daily',
    isFor: mayChat,
    badge: 'chats',
  },
  {
    label: 'shell.menu.helps',
    to: '/helps',
    path: '/helps',
    icon: IconHelp,
    group: 'daily',
    isFor: everybody,
    needs: 'helps',
  },
  {
    label: 'shell.menu.overview',
    to: '/overview',
    path: '/overview',
    icon: IconLayoutDashboard,
    group: 'administration',
    isFor: mayOperate,
  },
  {
    label: 'shell.menu.announcements',
    to: '/announcements',
    path: '/announcements',
    icon: IconSpeakerphone,
    group: 'administration',
    isFor: mayOperate,
  },
  {
    label: 'shell.menu.users',
    to: '/users',
    path: '/users',
    icon: IconUsers,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.queues',
    to: '/queues',
    path: '/queues',
    icon: IconSitemap,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.files',
    to: '/files',
    path: '/files',
    icon: IconFiles,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.prompts',
    to: '/prompts',
    path: '/prompts',
    icon: IconSparkles,
    group: 'administration',
    isFor: (me) => mayAdminister(me) && hasOpenAi(me),
  },
  {
    label: 'shell.menu.integrations',
    to: '/queue-integration',
    path: '/queue-integration',
    icon: IconRobot,
    group: 'administration',
    isFor: (me) => mayAdminister(me) && hasIntegrations(me),
  },
  {
    label: 'shell.menu.campaigns',
    to: '/campaigns',
    path: '/campaigns',
    pathOfOne: '/campaign',
    icon: IconSend,
    group: 'administration',
    isFor: mayCampaign,
  },
  {
    label: 'shell.menu.contactLists',
    to: '/contact-lists',
    path: '/contact-lists',
    icon: IconListDetails,
    group: 'administration',
    isFor: mayCampaign,
  },
  {
    label: 'shell.menu.optOuts',
    to: '/opt-outs',
    path: '/opt-outs',
    icon: IconBellOff,
    group: 'administration',
    isFor: mayCampaign,
  },
  {
    label: 'shell.menu.campaignSettings',
    to: '/campaigns-config',
    path: '/campaigns-config',
    icon: IconAdjustments,
    group: 'administration',
    isFor: mayCampaign,
  },
  {
    label: 'shell.menu.connections',
    to: '/connections',
    path: '/connections',
    icon: IconPlugConnected,
    group: 'administration',
    isFor: mayManageConnections,
    badge: 'connections',
  },
  {
    label: 'shell.menu.messageTemplates',
    to: '/message-templates',
    path: '/message-templates',
    icon: IconTemplate,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.messagesApi',
    to: '/messages-api',
    path: '/messages-api',
    icon: IconApi,
    group: 'administration',
    isFor: (me) => mayAdminister(me) && hasExternalApi(me),
  },
  {
    label: 'shell.menu.onCall',
    to: '/plantao',
    path: '/plantao',
    icon: IconPhoneCall,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.finance',
    to: '/financeiro',
    path: '/financeiro',
    icon: IconReceipt,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.settings',
    to: '/settings',
    path: '/settings',
    icon: IconSettings,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.audit',
    to: '/audit',
    path: '/audit',
    icon: IconHistory,
    group: 'administration',
    isFor: mayAdminister,
  },
  {
    label: 'shell.menu.companies',
    to: '/companies',
    path: '/companies',
    icon: IconBuildingStore,
    group: 'administration',
    isFor: mayOperate,
  },
  {
    label: 'shell.menu.paymentReviews',
    to: '/payment-reviews',
    path: '/payment-reviews',
    icon: IconZoomMoney,
    group: 'administration',
    isFor: mayOperate,
  },
]

/** The entries that the user sees. */
export function useMenu(): MenuEntry[] {
  const me = useMe()
  const has = { helps: useHasHelps() }
  return menu.filter(({ isFor, needs }) => isFor(me) && (!needs || has[needs]))
}

/** Whether this entry leads to the screen that is shown, or to the one before it. */
export const isAt = ({ path, pathOfOne }: MenuEntry, current: string): boolean =>
  isBelow(path, current) || (pathOfOne !== undefined && isBelow(pathOfOne, current))

const isBelow = (path: string, current: string) =>
  current.toLowerCase() === path.toLowerCase() || current.toLowerCase().startsWith(`${path.toLowerCase()}/`)
