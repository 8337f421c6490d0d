import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contact } from '@guiche/wa-testserver'
import { type PhoneProcess, type PhoneProcesses, startPhoneProcesses } from '../apps/server/test/phone-processes.ts'
import { createRedis, hasRedis } from '../apps/server/test/redis.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { customers } from './schedule.ts'

/** Two processes of the product on a database and a Redis of their own, a WhatsApp, and everybody who talks. */
export interface Stage {
  office: PhoneProcesses
  postgres: EmbeddedPostgres
  contacts: Contact[]
  /** Ids of our messages that a phone could not read at first. It shows them where they belong once it has them. */
  askedAgain: ReadonlySet<string>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0)) await step()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'guiche-chaos-'))
    // As root the database runs as another user, who has to get in.
    chmodSync(folder, 0o711)
    undo.unshift(async () => rmSync(folder, { recursive: true, force: true }))
    // A killed database is started again by this process, as by whoever looks after one.
    const postgres = await startEmbeddedPostgres(folder)
    undo.unshift(postgres.stop)
    const redis = hasRedis ? await createRedis() : undefined
    if (redis) undo.unshift(redis.kill)
    await redis?.start()
    const office = await startPhoneProcesses({ databaseUrl: postgres.adminUrl, count: 2, redisUrl: redis?.url })
    undo.unshift(office.stop)
    const contacts = Array.from({ length: customers }, (_, nth) =>
      office.whatsApp.contact(`5511988880${String(nth).padStart(3, '0')}`, nameOf(nth)),
    )
    const askedAgain = new Set<string>()
    office.whatsApp.faults.intercept((stanza, direction) => {
      const { type, id } = stanza.attrs
      if (direction === 'toClient' && stanza.tag === 'receipt' && type === 'retry' && id !== undefined)
        askedAgain.add(id)
      return 'pass'
    })
    return { office, postgres, contacts, askedAgain, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const nameOf = (customer: number): string => `c${String(customer).padStart(2, '0')}`

/** The process at which an attendant works. */
export function placeOf({ processes }: PhoneProcesses, attendant: number): PhoneProcess {
  const found = processes[attendant % processes.length]
  if (!found) throw new Error('no process runs')
  return found
}
