import type { Channel } from '@guiche/channel'
import type { FastifyInstance } from 'fastify'
import { createMeta, createOutsideOfMeta } from '#channels/meta'
import { createChannels } from '#channels/registry'
import { keepRunning } from '#channels/running-facts'
import { createWebChatChannel } from '#channels/web-chat'
import { createWhatsAppWebChannel } from '#channels/whatsapp-web'
import { registerAnnouncements } from '#modules/announcements'
import { registerAuditLog } from '#modules/audit-log'
import { registerBilling } from '#modules/billing'
import { registerBot } from '#modules/bot'
import { registerBotTimers } from '#modules/bot-timers'
import { registerCampaignPreviews } from '#modules/campaign-previews'
import { registerCampaignReport } from '#modules/campaign-report'
import { campaignSends, registerCampaigns } from '#modules/campaigns'
import { registerChatbots } from '#modules/chatbots'
import { registerCompanies } from '#modules/companies'
import { registerConnections } from '#modules/connections'
import { registerContactLists } from '#modules/contact-lists'
import { registerContacts } from '#modules/contacts'
import { registerContactSheets } from '#modules/contact-sheets'
import { registerConversations } from '#modules/conversations'
import { type RetryPauses, createBotActivity, registerDelivery } from '#modules/delivery'
import { registerDrafts } from '#modules/drafts'
import { registerErasure } from '#modules/erasure'
import { registerHelps } from '#modules/helps'
import { registerImports } from '#modules/imports'
import { type Answerer, createAnswerers, registerExchanges } from '#modules/exchanges'
import { registerFileLists } from '#modules/file-lists'
import { registerKanban } from '#modules/kanban'
import { registerLive } from '#modules/live'
import { registerInbound } from '#modules/inbound'
import { registerInstallation } from '#modules/installation'
import { registerIntegrationServices } from '#modules/integration-services'
import { registerInternalChats } from '#modules/internal-chats'
import { type Mail, registerMail } from '#modules/mail'
import { registerMedia } from '#modules/media'
import { registerMessages } from '#modules/messages'
import { registerMessageTemplates } from '#modules/message-templates'
import { registerMessagesApi } from '#modules/messages-api'
import { registerMoments } from '#modules/moments'
import { registerNetworkAccounts } from '#modules/network-accounts'
import { registerNotes } from '#modules/notes'
import { registerOnCall } from '#modules/on-call'
import { registerNumbers } from '#modules/numbers'
import { registerOperations } from '#modules/operations'
import { registerPaymentProviders } from '#modules/payment-providers'
import { registerOptOuts } from '#modules/opt-outs'
import { registerOverview } from '#modules/overview'
import { registerPendingChanges } from '#modules/pending-changes'
import { registerPhoneBooks } from '#modules/phone-books'
import { registerPromptAnswers } from '#modules/prompt-answers'
import { registerPrompts } from '#modules/prompts'
import { registerPush } from '#modules/push'
import { registerQueueIntegrations } from '#modules/queue-integrations'
import { registerQueues } from '#modules/queues'
import { registerRecovery } from '#modules/recovery'
import { registerReports } from '#modules/reports'
import { registerSearch } from '#modules/search'
import { registerQuickMessages } from '#modules/quick-messages'
import { registerSchedules } from '#modules/schedules'
import { registerServing } from '#modules/serving'
import { registerSendingGuard } from '#modules/sending-guard'
import { createSessions, registerSessions } from '#modules/sessions'
import { registerSettings } from '#modules/settings'
import { registerSignUp } from '#modules/sign-up'
import { registerSimulator } from '#modules/simulator'
import { registerTags } from '#modules/tags'
import { registerTemplateReviews } from '#modules/template-reviews'
import { registerTickets } from '#modules/tickets'
import { registerUserNotices } from '#modules/user-notices'
import { registerUsers } from '#modules/users'
import { registerVisitors } from '#modules/visitors'
import { registerVoiceCalls } from '#modules/voice-calls'
import { registerWebChat } from '#modules/web-chat'
import { registerWhatsAppSessions } from '#modules/whatsapp-sessions'
import { type DatabaseUrls, type PlatformConfig, createPlatform } from '#platform/create-platform'
import { serveDocs } from '#platform/http/openapi/docs'
import { servePages } from '#platform/http/pages'
import { createRoutes } from '#platform/http/routes'
import type { Outside } from '#platform/outside/outside'
import type { Timeouts } from '#platform/http/server'
import type { Keys, Deps } from '#platform/deps'
import type { Config } from '#platform/process/config'
import type { Log } from '#platform/process/log'
import { startAll, stopStepsOf } from '#platform/process/runnable'
import type { StopStep } from '#platform/process/stop'
import { createLimiters } from '#platform/security/rate-limits'
import type { CompanyWorker } from '#platform/work/company-worker'

export interface AppOptions {
  config: PlatformConfig &
    Pick<
      Config,
      | 'ai'
      | 'google'
      | 'lateAfter'
      | 'leastCampaignPause'
      | 'mailServer'
      | 'meta'
      | 'pix'
      | 'sending'
      | 'supportNumber'
      | 'whatsAppUrl'
    >
  databases: DatabaseUrls
  keys: Keys
  log: Log
  /** Validate every answer against the contract: in tests and development. */
  checkAnswers: boolean
  /** Channels in addition to those of the product. */
  channels?: readonly Channel[]
  /** When the outbox tries again. */
  retryPauses?: RetryPauses
  /** How long a client may take to send a request. */
  timeouts?: Timeouts
  /** How other servers are called; for tests. */
  outside?: Outside
  /** Services that answer customers, instead of those of the product; for tests. */
  answerers?: readonly Answerer[]
}

export interface App {
  http: FastifyInstance
  deps: Deps
  /** Names of the calls that have a handler. */
  handled: ReadonlySet<string>
  inbox: CompanyWorker
  delivery: CompanyWorker
  mail: Mail
  /** Starts processing; `http.listen()` starts answering calls. */
  start(): Promise<void>
  /** In the order in which they must run. */
  readonly stops: readonly StopStep[]
  stop(): Promise<void>
}

/** Puts the application together: platform, then channels, then modules in the order of their graph. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, log, checkAnswers } = options
  const { deps: base, redis, ...platform } = await createPlatform(options)
  const sessions = createSessions({ ...base, redis })
  const routes = createRoutes(base.http, { ...base, authenticate: sessions.authenticate, checkAnswers })
  const deps: Deps = { ...base, routes }
  const createLimiter = createLimiters(redis)

  const channels = createChannels()
  const webChat = createWebChatChannel(deps)
  const whatsApp = createWhatsAppWebChannel({
    url: config.whatsAppUrl,
    openFile: deps.storage.open,
    log,
    others: deps.live.others,
  })
  const outsideOfMeta = createOutsideOfMeta(config.meta, config.outside)
  const meta = createMeta({ access: config.meta, outside: outsideOfMeta, storage: deps.storage })
  for (const channel of [webChat, whatsApp, ...meta.channels, ...(options.channels ?? [])]) {
    channels.install(channel)
    keepRunning(deps.units, channel.facts)
  }

  registerCompanies(deps)
  registerAuditLog(deps)
  registerSettings(deps, config)
  registerSessions(deps, sessions)
  const mail = registerMail(deps, config)
  const users = registerUsers(deps, sessions)
  registerInstallation(deps)
  registerSignUp(deps, { createLimiter })
  const providers = registerPaymentProviders(deps, config.pix)
  registerOverview(deps)
  registerFileLists(deps)
  registerPrompts(deps, config.ai)
  registerQueueIntegrations(deps)
  registerChatbots(deps)
  registerHelps(deps)
  registerQueues(deps)
  const connections = registerConnections(deps, { sessions, installedChannels: channels.names() })
  const userNotices = registerUserNotices(deps, { channels, mail })
  const { efiWebhooksFrom } = config.pix
  registerBilling(deps, { providers, mail, notices: userNotices.notices, createLimiter, efiWebhooksFrom })
  registerRecovery(deps, { sessions, notices: userNotices.notices, createLimiter })
  registerTags(deps)
  registerMedia(deps, { channels })
  registerQuickMessages(deps)
  const { numbers, pictures, pictureFetching } = registerContacts(deps, { channels, createLimiter })
  registerContactSheets(deps)
  registerPhoneBooks(deps, { channels, createLimiter })
  registerTickets(deps)
  const moments = registerMoments(deps, { presence: users.presence })
  const onCall = registerOnCall(deps, userNotices)
  registerKanban(deps)
  registerNumbers(deps, { presence: users.presence })
  registerVoiceCalls(deps)
  registerNotes(deps)
  registerDrafts(deps)
  registerInternalChats(deps)
  registerMessageTemplates(deps)
  const delivery = registerDelivery(deps, channels, { campaigns: campaignSends, pauses: options.retryPauses })
  registerConversations(deps, { numbers })
  registerMessages(deps, { channels, sessions })
  const guard = registerSendingGuard(deps, config.sending)
  registerOptOuts(deps)
  registerContactLists(deps, { numbers })
  const schedules = registerSchedules(deps, { guard, lateAfter: config.lateAfter })
  registerAnnouncements(deps)
  registerMessagesApi(deps, { numbers, createLimiter, guard })
  const { leastCampaignPause } = config
  const campaigns = registerCampaigns(deps, { channels, guard, leastCampaignPause })
  registerCampaignPreviews(deps, { channels, numbers, createLimiter, guard, leastCampaignPause })
  registerCampaignReport(deps)
  registerErasure(deps)
  registerReports(deps)
  registerServing(deps)
  const answerers = createAnswerers()
  const exchanges = registerExchanges(deps, { answerers, composes: createBotActivity(deps, channels) })
  registerPromptAnswers(deps, { answerers, ai: config.ai })
  answerers.install(registerIntegrationServices(deps, { createLimiter, google: config.google }))
  registerBot(deps)
  registerSimulator(deps)
  const timers = registerBotTimers(deps, users.presence)
  const pendingChanges = registerPendingChanges(deps, { channels })
  const inbox = registerInbound(deps)
  const imports = registerImports(deps, channels)
  registerNetworkAccounts(deps, { meta, createLimiter })
  registerTemplateReviews(deps, meta)
  registerVisitors(deps)
  const webChats = registerWebChat(deps, { channel: webChat, presence: users.presence, createLimiter })
  const whatsAppSessions = registerWhatsAppSessions(deps, { channel: whatsApp, pictures })
  const live = registerLive(deps, { sessions, presence: users.presence, channels, pictures })
  registerSearch(deps)
  const push = registerPush(deps, sessions)
  registerOperations(deps)
  serveDocs(deps.http, deps.publicUrl, createLimiter)
  await servePages(deps.http)

  for (const answerer of options.answerers ?? []) answerers.install(answerer)
  const runners = [
    ...platform.base,
    connections,
    pictureFetching,
    delivery,
    userNotices,
    inbox,
    moments,
    onCall,
    schedules,
    campaigns,
    timers,
    exchanges,
    pendingChanges,
    webChats,
    imports,
    whatsAppSessions,
    push,
    ...live,
    platform.doors,
    // Stops after the sockets are closed, because it then tells the other processes which users left.
    users,
  ]
  const stops = stopStepsOf(runners)
  return {
    http: deps.http,
    deps,
    handled: routes.handled,
    inbox,
    delivery,
    mail,
    start: () => startAll(runners, config.roles),
    stops,
    stop: async () => {
      for (const { run } of stops) await run()
    },
  }
}
