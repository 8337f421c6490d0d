import type { Contact } from '@guiche/wa-testserver'
import { preparedDataFolder, removeDataFolder } from '../apps/server/test/data-folder.ts'
import {
  type PhoneCompany,
  type PhoneProcess,
  type PhoneProcesses,
  startPhoneProcesses,
} from '../apps/server/test/phone-processes.ts'
import { createRedis, hasRedis } from '../apps/server/test/redis.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts'
import { type Cast, house, nameOf, neighbours, visitorNameOf } from './casts.ts'
import { type Trace, createTrace } from './trace.ts'

/** One company, and who talks with it. */
export interface House {
  cast: Cast
  company: PhoneCompany
  companyId: number
  contacts: Contact[]
  /** Nobody has heard of them when the talk begins. */
  visitors: Contact[]
  processes: PhoneProcess[]
  sql: PhoneProcesses['sql']
  logIn: PhoneProcesses['logIn']
  /** Ids of our messages that a phone could not read at first. It shows them where they belong once it has them. */
  askedAgain: ReadonlySet<string>
}

/** Two processes of the product on a database and a Redis of their own, a WhatsApp, and everybody who talks. */
export interface Stage {
  office: PhoneProcesses
  postgres: EmbeddedPostgres
  house: House
  neighbours: House
  trace: Trace
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0)) await step()
  }
  try {
    const folder = await preparedDataFolder('chaos')
    undo.unshift(async () => removeDataFolder(folder))
    // A killed database is started again by this process, as by whoever looks after one.
    const postgres = await startEmbeddedPostgres(folder, { isOpen: true })
    undo.unshift(postgres.stop)
    const redis = hasRedis ? await createRedis() : undefined
    if (redis) undo.unshift(redis.kill)
    await redis?.start()
    const office = await startPhoneProcesses({ databaseUrl: postgres.adminUrl, count: 2, redisUrl: redis?.url })
    undo.unshift(office.stop)
    const contacts = Array.from({ length: house.customers }, (_, nth) =>
      office.whatsApp.contact(`5511988880${String(nth).padStart(3, '0')}`, nameOf(nth)),
    )
    const visitors = Array.from({ length: house.visitors }, (_, nth) =>
      office.whatsApp.contact(`5511988881${String(nth).padStart(3, '0')}`, visitorNameOf(nth)),
    )
    const trace = createTrace(office.whatsApp)
    const askedAgain = new Set<string>()
    office.whatsApp.faults.intercept((stanza, direction) => {
      const { type, id } = stanza.attrs
      if (direction === 'toClient' && stanza.tag === 'receipt' && type === 'retry' && id !== undefined)
        askedAgain.add(id)
      return 'pass'
    })
    const houseOf = (cast: Cast, company: PhoneCompany): House => ({
      cast,
      company,
      companyId: company.admin.companyId,
      contacts: contacts.slice(0, cast.customers),
      visitors: visitors.slice(0, cast.visitors),
      processes: office.processes,
      sql: office.sql,
      logIn: office.logIn,
      askedAgain,
    })
    return {
      office,
      postgres,
      house: houseOf(house, office),
      neighbours: houseOf(neighbours, await office.company(neighbours.company)),
      trace,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The process at which an attendant works. */
export function placeOf({ processes }: House, attendant: number): PhoneProcess {
  const found = processes[attendant % processes.length]
  if (!found) throw new Error('no process runs')
  return found
}
