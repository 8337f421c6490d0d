import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { withScreenTexts } from '../lib/i18n.ts'
import { LoginScreen } from '../screens/login/login-screen.tsx'
import { TicketsScreen } from '../screens/tickets/tickets-screen.tsx'
import { Home } from './home.tsx'
import { RequireGuest, RequireExpired, RequireLogin, RequireSubscription } from './route-guards.tsx'
import {
  Administrators,
  ApiAdministrators,
  Campaigners,
  Chatters,
  ConnectionManagers,
  DashboardViewers,
  IntegrationAdministrators,
  KanbanUsers,
  MomentsViewers,
  Operators,
  PromptAdministrators,
  Schedulers,
} from './permission-guards.tsx'
import { Shell } from './shell/shell.tsx'

/*
 * A new screen is two entries:
 *
 * 1. a route here, below `inside` (paths: docs/requirements, section 2 of workspace.md and back-office.md), loaded lazily:
 *
 *      const contacts = createRoute({
 *        getParentRoute: () => inside,
 *        path: '/contacts',
 *        component: lazyRouteComponent(() => withScreenTexts(() => import('../screens/contacts/contacts-screen.tsx')), 'ContactsScreen'),
 *      })
 *
 *    A screen validates its search parameters with a zod schema in its own folder: `validateSearch: ContactsSearch`.
 *
 * 2. its entry in shell/menu.ts, which menu and palette read. An entry without a route does not compile.
 */

const root = createRootRoute({ component: Outlet })

/** Without a session; users with one are redirected to /. */
const outside = createRoute({ getParentRoute: () => root, id: 'outside', component: RequireGuest })

const login = createRoute({ getParentRoute: () => outside, path: '/login', component: LoginScreen })

const recovery = createRoute({
  getParentRoute: () => outside,
  path: '/recovery-password',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/login/recovery/recovery-screen.tsx')),
    'RecoveryScreen',
  ),
})

const signUp = createRoute({
  getParentRoute: () => outside,
  path: '/signup',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/sign-up/sign-up-screen.tsx')),
    'SignUpScreen',
  ),
})

/** With a session; others are redirected to /login. */
const known = createRoute({ getParentRoute: () => root, id: 'known', component: RequireLogin })

const unpaid = createRoute({ getParentRoute: () => known, id: 'unpaid', component: RequireExpired })

const expired = createRoute({
  getParentRoute: () => unpaid,
  path: '/financeiro-aberto',
  component: lazyRouteComponent(() => withScreenTexts(() => import('./expired-screen.tsx')), 'ExpiredScreen'),
})

const paid = createRoute({ getParentRoute: () => known, id: 'paid', component: RequireSubscription })

/** Screens inside the shell with rail and top bar. */
const inside = createRoute({ getParentRoute: () => paid, id: 'inside', component: Shell })

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: Home,
})

const tickets = createRoute({
  getParentRoute: () => inside,
  path: '/tickets/{-$ticketId}',
  component: TicketsScreen,
})

const contacts = createRoute({
  getParentRoute: () => inside,
  path: '/contacts',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/contacts/contacts-screen.tsx')),
    'ContactsScreen',
  ),
})

const quickMessages = createRoute({
  getParentRoute: () => inside,
  path: '/quick-messages',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/quick-messages/quick-messages-screen.tsx')),
    'QuickMessagesScreen',
  ),
})

/** Only with the feature in the plan of the company. */
const schedulers = createRoute({ getParentRoute: () => inside, id: 'schedulers', component: Schedulers })

const schedules = createRoute({
  getParentRoute: () => schedulers,
  path: '/schedules',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/schedules/schedules-screen.tsx')),
    'SchedulesScreen',
  ),
})

/** Only with the feature in the plan of the company. */
const chatters = createRoute({ getParentRoute: () => inside, id: 'chatters', component: Chatters })

const chats = createRoute({
  getParentRoute: () => chatters,
  path: '/chats/{-$chatId}',
  component: lazyRouteComponent(() => import('../screens/chats/chats-screen.tsx'), 'ChatsScreen'),
})

const kanbanUsers = createRoute({ getParentRoute: () => inside, id: 'kanbanUsers', component: KanbanUsers })

/** Also as /Kanban: paths are compared without regard to case. */
const kanban = createRoute({
  getParentRoute: () => kanbanUsers,
  path: '/kanban',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/kanban/kanban-screen.tsx')),
    'KanbanScreen',
  ),
})

const kanbanTags = createRoute({
  getParentRoute: () => kanbanUsers,
  path: '/TagsKanban',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/tags/tags-screen.tsx')),
    'KanbanTagsScreen',
  ),
})

/** For admins and supervisors, with the feature in the plan of the company. */
const campaigners = createRoute({ getParentRoute: () => inside, id: 'campaigners', component: Campaigners })

const contactLists = createRoute({
  getParentRoute: () => campaigners,
  path: '/contact-lists',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/contact-lists/contact-lists-screen.tsx')),
    'ContactListsScreen',
  ),
})

const contactListItems = createRoute({
  getParentRoute: () => campaigners,
  path: '/contact-lists/$contactListId/contacts',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/contact-lists/contact-list-items-screen.tsx')),
    'ContactListItemsScreen',
  ),
})

const optOuts = createRoute({
  getParentRoute: () => campaigners,
  path: '/opt-outs',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/opt-outs/opt-outs-screen.tsx')),
    'OptOutsScreen',
  ),
})

const campaigns = createRoute({
  getParentRoute: () => campaigners,
  path: '/campaigns',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/campaigns/campaigns-screen.tsx')),
    'CampaignsScreen',
  ),
})

const campaignSettings = createRoute({
  getParentRoute: () => campaigners,
  path: '/campaigns-config',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/campaigns/campaign-settings-screen.tsx')),
    'CampaignSettingsScreen',
  ),
})

const campaignReport = createRoute({
  getParentRoute: () => campaigners,
  path: '/campaign/$campaignId/report',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/campaign-report/campaign-report-screen.tsx')),
    'CampaignReportScreen',
  ),
})

const tags = createRoute({
  getParentRoute: () => inside,
  path: '/tags',
  component: lazyRouteComponent(() => withScreenTexts(() => import('../screens/tags/tags-screen.tsx')), 'TagsScreen'),
})

const tasks = createRoute({
  getParentRoute: () => inside,
  path: '/todolist',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/tasks/tasks-screen.tsx')),
    'TasksScreen',
  ),
})

const helps = createRoute({
  getParentRoute: () => inside,
  path: '/helps',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/helps/helps-screen.tsx')),
    'HelpsScreen',
  ),
})

/** Screens for the operator; others are told that they may not see them, and leave. */
const operators = createRoute({ getParentRoute: () => inside, id: 'operators', component: Operators })

const overview = createRoute({
  getParentRoute: () => operators,
  path: '/overview',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/overview/overview-screen.tsx')),
    'OverviewScreen',
  ),
})

const announcements = createRoute({
  getParentRoute: () => operators,
  path: '/announcements',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/announcements/announcements-screen.tsx')),
    'AnnouncementsScreen',
  ),
})

/** Screens for admins; others see that they have no permission (docs/requirements/back-office.md, section 6). */
const administrators = createRoute({ getParentRoute: () => inside, id: 'administrators', component: Administrators })

const users = createRoute({
  getParentRoute: () => administrators,
  path: '/users',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/users/users-screen.tsx')),
    'UsersScreen',
  ),
})

const queues = createRoute({
  getParentRoute: () => administrators,
  path: '/queues',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/queues/queues-screen.tsx')),
    'QueuesScreen',
  ),
})

const files = createRoute({
  getParentRoute: () => administrators,
  path: '/files',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/files/files-screen.tsx')),
    'FilesScreen',
  ),
})

/** Only with the feature in the plan of the company. */
const apiAdministrators = createRoute({
  getParentRoute: () => administrators,
  id: 'apiAdministrators',
  component: ApiAdministrators,
})

const messagesApi = createRoute({
  getParentRoute: () => apiAdministrators,
  path: '/messages-api',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/messages-api/messages-api-screen.tsx')),
    'MessagesApiScreen',
  ),
})

const messageTemplates = createRoute({
  getParentRoute: () => administrators,
  path: '/message-templates',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/message-templates/message-templates-screen.tsx')),
    'MessageTemplatesScreen',
  ),
})

/** Only with the feature in the plan of the company. */
const promptAdministrators = createRoute({
  getParentRoute: () => administrators,
  id: 'promptAdministrators',
  component: PromptAdministrators,
})

const prompts = createRoute({
  getParentRoute: () => promptAdministrators,
  path: '/prompts',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/prompts/prompts-screen.tsx')),
    'PromptsScreen',
  ),
})

const integrationAdministrators = createRoute({
  getParentRoute: () => administrators,
  id: 'integrationAdministrators',
  component: IntegrationAdministrators,
})

const queueIntegrations = createRoute({
  getParentRoute: () => integrationAdministrators,
  path: '/queue-integration',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/queue-integrations/queue-integrations-screen.tsx')),
    'QueueIntegrationsScreen',
  ),
})

const onCall = createRoute({
  getParentRoute: () => administrators,
  path: '/plantao',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/on-call/on-call-screen.tsx')),
    'OnCallScreen',
  ),
})

const settings = createRoute({
  getParentRoute: () => administrators,
  path: '/settings',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/settings/settings-screen.tsx')),
    'SettingsScreen',
  ),
})

const companies = createRoute({
  getParentRoute: () => operators,
  path: '/companies',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/companies/companies-screen.tsx')),
    'CompaniesScreen',
  ),
})

const audit = createRoute({
  getParentRoute: () => administrators,
  path: '/audit',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/audit/audit-screen.tsx')),
    'AuditScreen',
  ),
})

const finance = createRoute({
  getParentRoute: () => administrators,
  path: '/financeiro',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/finance/finance-screen.tsx')),
    'FinanceScreen',
  ),
})

const deadLetters = createRoute({
  getParentRoute: () => operators,
  path: '/dead-letters',
  component: lazyRouteComponent(() => import('../screens/dead-letters/dead-letters-screen.tsx'), 'DeadLettersScreen'),
})

const paymentReviews = createRoute({
  getParentRoute: () => operators,
  path: '/payment-reviews',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/payment-reviews/payment-reviews-screen.tsx')),
    'PaymentReviewsScreen',
  ),
})

const managers = createRoute({ getParentRoute: () => inside, id: 'managers', component: ConnectionManagers })

const connections = createRoute({
  getParentRoute: () => managers,
  path: '/connections',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/connections/connections-screen.tsx')),
    'ConnectionsScreen',
  ),
})

const dashboardViewers = createRoute({
  getParentRoute: () => inside,
  id: 'dashboardViewers',
  component: DashboardViewers,
})

const reports = createRoute({
  getParentRoute: () => dashboardViewers,
  path: '/reports',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/reports/reports-screen.tsx')),
    'ReportsScreen',
  ),
})

const viewers = createRoute({ getParentRoute: () => inside, id: 'viewers', component: MomentsViewers })

const moments = createRoute({
  getParentRoute: () => viewers,
  path: '/moments',
  component: lazyRouteComponent(
    () => withScreenTexts(() => import('../screens/moments/moments-screen.tsx')),
    'MomentsScreen',
  ),
})

export const routes = root.addChildren([
  outside.addChildren([login, signUp, recovery]),
  known.addChildren([
    unpaid.addChildren([expired]),
    paid.addChildren([
      inside.addChildren([
        home,
        tickets,
        quickMessages,
        contacts,
        schedulers.addChildren([schedules]),
        chatters.addChildren([chats]),
        kanbanUsers.addChildren([kanban, kanbanTags]),
        campaigners.addChildren([campaigns, campaignSettings, campaignReport, contactLists, contactListItems, optOuts]),
        tags,
        tasks,
        helps,
        administrators.addChildren([
          users,
          queues,
          files,
          apiAdministrators.addChildren([messagesApi]),
          messageTemplates,
          promptAdministrators.addChildren([prompts]),
          integrationAdministrators.addChildren([queueIntegrations]),
          onCall,
          finance,
          settings,
          audit,
        ]),
        operators.addChildren([overview, companies, announcements, paymentReviews, deadLetters]),
        managers.addChildren([connections]),
        viewers.addChildren([moments]),
        dashboardViewers.addChildren([reports]),
      ]),
    ]),
  ]),
])
