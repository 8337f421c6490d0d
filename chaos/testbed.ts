import { type App, type GraphServer, createGraphServer } from '@guiche/graph-testserver'
import type { Contact } from '@guiche/wa-testserver'
import { preparedDataFolder, removeDataFolder } from '../apps/server/test/data-folder.ts'
import { metaEnvironment } from '../apps/server/test/processes/meta-shop.ts'
import {
  type PhoneCompany,
  type PhoneProcess,
  type PhoneProcesses,
  startPhoneProcesses,
} from '../apps/server/test/processes/phone-processes.ts'
import { createRedis, hasRedis } from '../apps/server/test/processes/redis.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { type Participants, mainCompany, nameOf, officialCompany, otherCompany, visitorNameOf } from './participants.ts'
import { type Trace, createTrace } from './trace.ts'

/** One company and the people who talk with it. */
export interface Tenant {
  participants: Participants
  company: PhoneCompany
  companyId: number
  contacts: Contact[]
  /** Contacts that are unknown when the talk begins. */
  visitors: Contact[]
  processes: PhoneProcess[]
  sql: PhoneProcesses['sql']
  logIn: PhoneProcesses['logIn']
  /**
   * Ids of outbound messages that a phone could not decrypt and asked for again. The phone then shows them in their
   * original position.
   */
  askedAgain: ReadonlySet<string>
  /**
   * Ids of inbound messages that the network delivered again, or while it changed the order. Messages of one second have
   * the same time, so the product cannot know the place of such a message among them.
   */
  lateWithinSecond: ReadonlySet<string>
}

/**
 * Two processes of the product with a database and a Redis of their own, a WhatsApp test server, and all participants.
 */
export interface Testbed {
  product: PhoneProcesses
  postgres: EmbeddedPostgres
  main: Tenant
  other: Tenant
  /** Its customers write over Meta. */
  official: Tenant
  /** What plays Meta, with the app of the installation. */
  graph: GraphServer
  app: App
  trace: Trace
  /** Messages that are delivered while this runs may have changed places. */
  whileReordering(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openTestbed(): Promise<Testbed> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0)) await step()
  }
  try {
    const folder = await preparedDataFolder('chaos')
    undo.unshift(async () => removeDataFolder(folder))
    // This process restarts a killed database, as a supervisor would.
    const postgres = await startEmbeddedPostgres(folder, { isOpen: true })
    undo.unshift(postgres.stop)
    const redis = hasRedis ? await createRedis() : undefined
    if (redis) undo.unshift(redis.kill)
    await redis?.start()
    const graph = await createGraphServer()
    undo.unshift(() => graph.stop())
    const app = graph.app()
    const product = await startPhoneProcesses({
      databaseUrl: postgres.adminUrl,
      count: 2,
      redisUrl: redis?.url,
      // The plan bounds what campaigns send.
      env: { GUICHE_CAMPAIGN_PAUSE: '0', ...metaEnvironment(graph, app) },
    })
    undo.unshift(product.stop)
    const contacts = Array.from({ length: mainCompany.customers }, (_, nth) =>
      product.whatsApp.contact(`5511988880${String(nth).padStart(3, '0')}`, nameOf(nth)),
    )
    const visitors = Array.from({ length: mainCompany.visitors }, (_, nth) =>
      product.whatsApp.contact(`5511988881${String(nth).padStart(3, '0')}`, visitorNameOf(nth)),
    )
    const trace = createTrace(product.whatsApp)
    const askedAgain = new Set<string>()
    product.whatsApp.faults.intercept((stanza, direction) => {
      const { type, id } = stanza.attrs
      if (direction === 'toClient' && stanza.tag === 'receipt' && type === 'retry' && id !== undefined)
        askedAgain.add(id)
      return 'pass'
    })
    const deliveries = watchDeliveries(product.whatsApp)
    const tenantOf = (participants: Participants, company: PhoneCompany): Tenant => ({
      participants,
      company,
      companyId: company.admin.companyId,
      contacts: contacts.slice(0, participants.customers),
      visitors: visitors.slice(0, participants.visitors),
      processes: product.processes,
      sql: product.sql,
      logIn: product.logIn,
      askedAgain,
      lateWithinSecond: deliveries.late,
    })
    return {
      product,
      postgres,
      main: tenantOf(mainCompany, product),
      other: tenantOf(otherCompany, await product.company(otherCompany.company)),
      official: tenantOf(officialCompany, await product.company(officialCompany.company)),
      graph,
      app,
      trace,
      whileReordering: deliveries.whileReordering,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function watchDeliveries({ faults }: PhoneProcesses['whatsApp']) {
  const delivered = new Set<string>()
  const late = new Set<string>()
  let reorderings = 0
  faults.intercept(({ tag, attrs }, direction) => {
    if (tag !== 'message' || direction !== 'toClient' || attrs['id'] === undefined) return 'pass'
    if (reorderings > 0 || delivered.has(attrs['id'])) late.add(attrs['id'])
    delivered.add(attrs['id'])
    return 'pass'
  })
  return {
    late,
    async whileReordering(work: () => Promise<void>) {
      reorderings += 1
      try {
        await work()
      } finally {
        reorderings -= 1
      }
    },
  }
}

/** The process that an attendant is connected to. */
export function processOf({ processes }: Tenant, attendant: number): PhoneProcess {
  const found = processes[attendant % processes.length]
  if (!found) throw new Error('no process runs')
  return found
}
