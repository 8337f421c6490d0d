import { join } from 'node:path'
import type { Channel } from '@guiche/channel'
import type { FastifyInstance } from 'fastify'
import { createChannels } from '#channels/registry'
import { createWebChatChannel } from '#channels/web-chat'
import { createWhatsAppWebChannel } from '#channels/whatsapp-web'
import { registerCompanies } from '#modules/companies'
import { registerConnections } from '#modules/connections'
import { registerContacts } from '#modules/contacts'
import { registerConversations } from '#modules/conversations'
import { type RetryPauses, createAttention, registerDelivery } from '#modules/delivery'
import { registerDrafts } from '#modules/drafts'
import { askImport, forgetImport, registerImports } from '#modules/imports'
import { registerLive } from '#modules/live'
import { createCustomerPresence, registerInbound } from '#modules/inbound'
import { registerMedia } from '#modules/media'
import { createMayRead, registerMessages, autoReplies } from '#modules/messages'
import { registerNotes } from '#modules/notes'
import { registerOperations } from '#modules/operations'
import { registerQueues } from '#modules/queues'
import { createSessions, isSessionOpen, registerSessions } from '#modules/sessions'
import { registerSettings } from '#modules/settings'
import { registerTags } from '#modules/tags'
import { accessTicket, registerTickets } from '#modules/tickets'
import { createPresence, insertAdmin, registerUsers } from '#modules/users'
import { registerVisitors } from '#modules/visitors'
import { registerWebChat } from '#modules/web-chat'
import { linkAnew, openNewSession, registerWhatsAppSessions, unlinkOldSession } from '#modules/whatsapp-sessions'
import type { CompanyWorker } from '#platform/work/company-worker'
import type { Config } from '#platform/process/config'
import { createPool, kyselyOn } from '#platform/database/connect'
import { createUnits } from '#platform/database/unit-of-work'
import { createDiskRoom } from '#platform/files/disk-room'
import { serveDocs } from '#platform/http/openapi/docs'
import { createRoutes } from '#platform/http/routes'
import { createFollowers } from '#platform/work/followers'
import { trackConnections } from '#platform/http/guards/open-connections'
import { createHttp } from '#platform/http/server'
import { createUploads, sweepUploads } from '#platform/http/uploads'
import { servePages } from '#platform/http/pages'
import { createJobQueue } from '#platform/work/jobs'
import { createLive } from '#platform/live/live'
import type { Log } from '#platform/process/log'
import { createOrigins } from '#platform/origins'
import type { Keys, Deps } from '#platform/deps'
import { createPublisher } from '#platform/live/publisher'
import { createLimiters } from '#platform/security/rate-limits'
import type { StopStep } from '#platform/process/stop'
import { createDiskStorage } from '#platform/files/storage'
import { createWakes } from '#platform/work/wakes'

export interface DatabaseUrls {
  admin: string
  app: string
  operator: string
}

export interface AppOptions {
  config: Pick<
    Config,
    | 'dataFolder'
    | 'host'
    | 'origins'
    | 'publicUrl'
    | 'redisUrl'
    | 'retention'
    | 'roles'
    | 'supportNumber'
    | 'trustProxy'
    | 'whatsAppUrl'
  >
  databases: DatabaseUrls
  keys: Keys
  log: Log
  /** Every answer is held against the contract: in tests and while developing. */
  checkAnswers: boolean
  /** Ways to customers beside those of the product. */
  channels?: readonly Channel[]
  /** When the outbox tries again. */
  retryPauses?: RetryPauses
}

export interface App {
  http: FastifyInstance
  deps: Deps
  /** Names of the calls that have a handler. */
  handled: ReadonlySet<string>
  inbox: CompanyWorker
  delivery: CompanyWorker
  /** Begins to work off what waits; calls are answered by `http.listen()`. */
  start(): Promise<void>
  /** In their order. */
  readonly stops: readonly StopStep[]
  stop(): Promise<void>
}

/** Puts the application together: platform, then channels, then modules, one visible line each. */
export async function buildApp({
  config,
  databases,
  keys,
  log,
  checkAnswers,
  channels: others = [],
  retryPauses,
}: AppOptions): Promise<App> {
  const { dataFolder, publicUrl } = config
  const onError = (err: Error) => log.warn({ event: 'database.connection-failed', err }, 'a database connection failed')
  // More at once than the machine has hands for only wait for each other inside of the database.
  const appPool = createPool(databases.app, { max: 12, onError })
  const operatorPool = createPool(databases.operator, { max: 5, onError })
  const redis = config.redisUrl === undefined ? undefined : await withRedis(config.redisUrl, log)

  const jobs = createJobQueue({
    adminUrl: databases.admin,
    operatorUrl: databases.operator,
    keepsDead: config.retention.dead,
    log,
  })
  const origins = createOrigins({ publicUrl, host: config.host, others: config.origins })
  const http = await createHttp({ log, trustProxy: config.trustProxy, publicUrl, origins })
  http.server.on('listening', () => {
    const address = http.server.address()
    if (typeof address === 'object' && address) origins.listensOn(address.port)
  })
  const connections = trackConnections(http.server)
  const live = createLive(http.server, {
    origins: (origin) => origin === undefined || origins.isTrusted(origin),
    ...(redis && { adapter: redis.adapter, isCutOff: () => !redis.client.isReady }),
  })
  const publisher = createPublisher({ emit: live.emit, emitHere: live.emitHere, others: live.others, log })
  const wakes = createWakes()
  const followers = createFollowers(jobs)
  const units = createUnits({
    app: appPool,
    operator: kyselyOn(operatorPool),
    jobs,
    beforeCommit: followers.beforeCommit,
    publish: publisher.publish,
    wake: wakes.call,
  })
  const uploadFolder = join(dataFolder, 'uploads')
  const mediaFolder = join(dataFolder, 'media')
  const diskRoom = createDiskRoom([dataFolder, uploadFolder, mediaFolder])
  const uploads = createUploads(uploadFolder, diskRoom)
  const storage = createDiskStorage(mediaFolder)
  const sessions = createSessions({ units, keys, publicUrl, origins, log, redis: redis?.client })
  const routes = createRoutes(http, { units, uploads, authenticate: sessions.authenticate, checkAnswers })
  const deps: Deps = {
    log,
    publicUrl,
    origins,
    keys,
    units,
    routes,
    uploads,
    storage,
    diskRoom,
    publisher,
    followers,
    live,
    jobs,
    wakes,
    retention: config.retention,
    http,
  }

  const presence = createPresence()
  const createLimiter = createLimiters(redis?.client)
  const channels = createChannels()
  const webChat = createWebChatChannel(deps)
  const whatsApp = createWhatsAppWebChannel({
    url: config.whatsAppUrl,
    openFile: storage.open,
    log,
    others: live.others,
  })
  for (const channel of [webChat, whatsApp, ...others]) channels.install(channel)

  registerCompanies(deps, { insertAdmin })
  registerSettings(deps, config)
  registerSessions(deps, sessions)
  registerUsers(deps, { sessions, presence })
  registerQueues(deps)
  registerTags(deps, { accessTicket })
  registerConnections(deps, {
    installedChannels: channels.names(),
    onCreated: openNewSession,
    onDeleted: async (ctx, connection) => {
      await forgetImport(ctx, connection.id)
      await unlinkOldSession(ctx, connection)
    },
    onSaved: async (ctx, connection, set) => {
      if (await askImport(ctx, connection, set)) await linkAnew(ctx, connection)
    },
  })
  const { numbers, pictures, pictureFetching } = registerContacts(deps, { channels, createLimiter })
  registerMedia(deps, { channels, mayRead: createMayRead(units, sessions.recognizeCookie) })
  const delivery = registerDelivery(deps, channels, retryPauses)
  registerMessages(deps, channels)
  const inbox = registerInbound(deps)
  registerTickets(deps, { autoReplies })
  registerConversations(deps, { numbers })
  registerNotes(deps, { accessTicket })
  registerDrafts(deps, { accessTicket })
  registerVisitors(deps)
  registerWebChat(deps, { channel: webChat, presence, createLimiter })
  const imports = registerImports(deps, whatsApp)
  const sessionsOfPhones = registerWhatsAppSessions(deps, {
    channel: whatsApp,
    showPresence: createCustomerPresence(deps),
    pictures,
  })
  registerOperations(deps)
  registerLive(deps, {
    recognize: sessions.recognizeSocket,
    isSessionOpen,
    presence,
    attention: createAttention(deps, { channels, pictures }),
  })
  serveDocs(http, publicUrl, createLimiter)
  await servePages(http)

  const stops: StopStep[] = [
    { name: 'calls and sockets', run: closeDoors },
    { name: 'sessions of phones', run: sessionsOfPhones.stop },
    { name: 'imports, inbox, outbox and pictures', run: stopWorkers },
    { name: 'jobs', run: jobs.stop },
    { name: 'events', run: publisher.idle },
    { name: 'Redis', run: async () => redis?.close() },
    { name: 'connections to the database', run: closePools },
  ]
  return { http, deps, handled: routes.handled, inbox, delivery, start, stops, stop }

  async function start() {
    await sweepUploads(uploadFolder)
    await storage.sweep()
    const works = config.roles.has('worker')
    await jobs.start({ work: works })
    if (works) await inbox.start()
    if (!config.roles.has('channels')) return
    await Promise.all([delivery.start(), pictureFetching.start()])
    sessionsOfPhones.start()
    await imports.start()
  }

  /** At once: a connection that is kept for the next call would keep either of them waiting. Who is being answered has a moment. */
  async function closeDoors() {
    const cut = setTimeout(() => connections.destroy(), 3000)
    await Promise.all([live.close(), http.close()])
    clearTimeout(cut)
  }

  async function stopWorkers() {
    await Promise.all([imports.stop(), inbox.stop(), delivery.stop(), pictureFetching.stop()])
  }

  async function closePools() {
    await Promise.all([appPool.end(), operatorPool.end()])
  }

  async function stop() {
    for (const { run } of stops) await run()
  }
}

/** Loaded by those who have one: its library takes longer to load than the rest of the server. */
async function withRedis(url: string, log: Log) {
  const { connectRedis } = await import('#platform/process/redis')
  return connectRedis(url, log)
}
