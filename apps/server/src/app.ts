import { join } from 'node:path'
import type { Channel } from '@guiche/channel'
import type { FastifyInstance } from 'fastify'
import { createChannels } from '#channels/registry'
import { createWebChatChannel } from '#channels/web-chat'
import { createWhatsAppWebChannel } from '#channels/whatsapp-web'
import { registerCompanies } from '#modules/companies'
import { registerConnections } from '#modules/connections'
import { registerContacts } from '#modules/contacts'
import { registerDrafts } from '#modules/drafts'
import { askImport, forgetImport, registerImports } from '#modules/imports'
import { followUp, registerLive } from '#modules/live'
import { registerMedia } from '#modules/media'
import { createAttention, createCustomerPresence, createMayRead, registerMessages } from '#modules/messages'
import { registerNotes } from '#modules/notes'
import { registerOperations } from '#modules/operations'
import { registerQueues } from '#modules/queues'
import { createSessions, registerSessions } from '#modules/sessions'
import { registerSettings } from '#modules/settings'
import { registerTags } from '#modules/tags'
import { accessTicket, registerTickets } from '#modules/tickets'
import { presence, registerUsers } from '#modules/users'
import { registerWebChat } from '#modules/web-chat'
import { linkAnew, openNewSession, registerWhatsAppSessions, unlinkOldSession } from '#modules/whatsapp-sessions'
import type { CompanyWorker } from '#platform/company-worker'
import type { Config } from '#platform/config'
import { createPool, kyselyOn } from '#platform/database/connect'
import { createUnits } from '#platform/database/unit-of-work'
import { serveDocs } from '#platform/http/docs'
import { createRoutes } from '#platform/http/routes'
import { createHttp } from '#platform/http/server'
import { createUploads, sweepUploads } from '#platform/http/uploads'
import { servePages } from '#platform/http/pages'
import { createJobQueue } from '#platform/jobs'
import { createLive } from '#platform/live'
import type { Log } from '#platform/log'
import type { Keys, Parts } from '#platform/parts'
import { createPublisher } from '#platform/publisher'
import { createLimiters } from '#platform/rate-limits'
import { createDiskStorage } from '#platform/storage'

export interface DatabaseUrls {
  admin: string
  app: string
  operator: string
}

export interface AppOptions {
  config: Pick<
    Config,
    'dataFolder' | 'publicUrl' | 'redisUrl' | 'roles' | 'supportNumber' | 'trustProxy' | 'whatsAppUrl'
  >
  databases: DatabaseUrls
  keys: Keys
  log: Log
  /** Every answer is held against the contract: in tests and while developing. */
  checkAnswers: boolean
  /** Ways to customers beside those of the product. */
  channels?: readonly Channel[]
}

export interface App {
  http: FastifyInstance
  parts: Parts
  /** Names of the calls that have a handler. */
  handled: ReadonlySet<string>
  inbox: CompanyWorker
  delivery: CompanyWorker
  /** Begins to work off what waits; calls are answered by `http.listen()`. */
  start(): Promise<void>
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
}: AppOptions): Promise<App> {
  const { dataFolder, publicUrl } = config
  const onError = (err: Error) => log.warn({ err }, 'database connection')
  // More at once than the machine has hands for only wait for each other inside of the database.
  const appPool = createPool(databases.app, { max: 12, onError })
  const operatorPool = createPool(databases.operator, { max: 5, onError })
  const redis = config.redisUrl === undefined ? undefined : await withRedis(config.redisUrl, log)

  const jobs = createJobQueue({ adminUrl: databases.admin, operatorUrl: databases.operator, log })
  const http = await createHttp({ log, trustProxy: config.trustProxy, publicUrl })
  const live = createLive(http.server, {
    origins: (origin) => origin === undefined || origin === publicUrl.origin,
    ...(redis && { adapter: redis.adapter, isCutOff: () => !redis.client.isReady }),
  })
  const publisher = createPublisher({ emit: live.emit, emitHere: live.emitHere, others: live.others, log })
  const units = createUnits({
    app: appPool,
    operator: kyselyOn(operatorPool),
    enqueue: jobs.enqueue,
    publish: publisher.publish,
  })
  const uploadFolder = join(dataFolder, 'uploads')
  const uploads = createUploads(uploadFolder)
  const storage = createDiskStorage(join(dataFolder, 'media'))
  const sessions = createSessions({ units, keys, publicUrl, log, redis: redis?.client })
  const routes = createRoutes(http, { units, uploads, authenticate: sessions.authenticate, checkAnswers })
  const parts: Parts = { log, publicUrl, keys, units, routes, uploads, storage, publisher, live, jobs, http }

  const createLimiter = createLimiters(redis?.client)
  const channels = createChannels()
  const webChat = createWebChatChannel(parts)
  const whatsApp = createWhatsAppWebChannel({
    url: config.whatsAppUrl,
    openFile: storage.open,
    log,
    others: live.others,
  })
  for (const channel of [webChat, whatsApp, ...others]) channels.install(channel)

  registerCompanies(parts)
  registerSettings(parts, config)
  registerSessions(parts, sessions)
  registerUsers(parts, sessions)
  registerQueues(parts)
  registerTags(parts, { accessTicket })
  registerConnections(parts, {
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
  const { numbers, pictures, pictureFetching } = registerContacts(parts, { channels, createLimiter })
  registerMedia(parts, { channels, mayRead: createMayRead(units, sessions.recognizeCookie) })
  const { inbox, delivery, voice } = registerMessages(parts, channels)
  registerTickets(parts, { voice, numbers })
  registerNotes(parts, { accessTicket })
  registerDrafts(parts, { accessTicket })
  registerWebChat(parts, {
    channel: webChat,
    wakeInbox: inbox.wake,
    createLimiter,
  })
  const imports = registerImports(parts, whatsApp)
  const sessionsOfPhones = registerWhatsAppSessions(parts, {
    channel: whatsApp,
    wakeInbox: inbox.wake,
    wakeDelivery: delivery.wake,
    showPresence: createCustomerPresence(parts),
    pictures,
  })
  registerOperations(parts)
  registerLive(parts, {
    recognize: sessions.recognizeSocket,
    presence,
    attention: createAttention(parts, { channels, pictures }),
  })
  serveDocs(http, publicUrl)
  await servePages(http)

  return { http, parts, handled: routes.handled, inbox, delivery, start, stop }

  async function start() {
    await sweepUploads(uploadFolder)
    await storage.sweep()
    const works = config.roles.has('worker')
    if (works) await followUp(parts)
    await jobs.start({ work: works })
    if (works) await inbox.start()
    if (!config.roles.has('channels')) return
    await Promise.all([delivery.start(), pictureFetching.start()])
    sessionsOfPhones.start()
    await imports.start()
  }

  /** At once: a connection that is kept for the next call would keep either of them waiting. Who is being answered has a moment. */
  async function closeDoors() {
    const cut = setTimeout(() => http.server.closeAllConnections(), 3000)
    await Promise.all([live.close(), http.close()])
    clearTimeout(cut)
  }

  async function stop() {
    await closeDoors()
    await sessionsOfPhones.stop()
    await Promise.all([imports.stop(), inbox.stop(), delivery.stop(), pictureFetching.stop()])
    await jobs.stop()
    await publisher.idle()
    await redis?.close()
    await Promise.all([appPool.end(), operatorPool.end()])
  }
}

/** Loaded by those who have one: its library takes longer to load than the rest of the server. */
async function withRedis(url: string, log: Log) {
  const { connectRedis } = await import('#platform/redis')
  return connectRedis(url, log)
}
