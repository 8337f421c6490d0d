import type { Ctx } from '#platform/context'
import { metrics } from '#platform/metrics'
import type { Parts } from '#platform/parts'
import { sql } from '#platform/database/sql'
import { applyEvents } from './apply-events.ts'
import {
  type InboxEntry,
  isOnlyWorker,
  mostTries,
  postponeEntry,
  removeEntries,
  takeEntries,
} from './inbox.repository.ts'
import { type InboundMessage, type ReceivedMessage, receiveMessages } from './receive-messages.ts'

export interface InboxWorker {
  /** There is something to do in a company. */
  wake(companyId: number): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Runs in the same unit of work, after the messages are in: the bot's part. */
export type OnReceived = (ctx: Ctx, messages: ReceivedMessage[]) => Promise<void>

const batch = 100
const lookEvery = 1000

/**
 * Works off the inbox, company by company, each in order. It is woken by whoever stored something, and looks by itself
 * for what another process, or a killed one, has left.
 */
export function createInboxWorker({ units, log }: Parts, onReceived: OnReceived): InboxWorker {
  const running = new Map<number, Promise<void>>()
  const again = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true

  return { wake, start, stop }

  function wake(companyId: number) {
    if (stopped) return
    if (running.has(companyId)) {
      again.add(companyId)
      return
    }
    running.set(
      companyId,
      drain(companyId)
        .catch((err) => log.error({ err, companyId }, 'the inbox could not be worked off'))
        .finally(() => {
          running.delete(companyId)
          if (again.delete(companyId)) wake(companyId)
        }),
    )
  }

  async function drain(companyId: number) {
    while (!stopped) {
      let entries: InboxEntry[] = []
      try {
        entries = await units.run({ kind: 'connection', companyId }, async (ctx) => {
          if (!(await isOnlyWorker(ctx))) return []
          const taken = await takeEntries(ctx, batch)
          await work(ctx, taken)
          return taken
        })
      } catch (err) {
        log.warn({ err, companyId }, 'a batch of the inbox failed; its entries are tried one by one')
        if (!(await oneByOne(companyId))) return
        continue
      }
      if (entries.length < batch && !again.delete(companyId)) return
    }
  }

  /** Finds the entry that is to blame: it is put off with the reason, and the others pass. False: nothing is left that is due. */
  async function oneByOne(companyId: number): Promise<boolean> {
    const entries = await units.run({ kind: 'connection', companyId }, async (ctx) =>
      (await isOnlyWorker(ctx)) ? takeEntries(ctx, batch) : [],
    )
    const blocked = new Set<string>()
    for (const entry of entries) {
      const lane = `${entry.connection_id}:${entry.lane}`
      if (blocked.has(lane)) continue
      try {
        await units.run({ kind: 'connection', companyId }, async (ctx) => {
          if (await isOnlyWorker(ctx)) await work(ctx, [entry])
        })
      } catch (err) {
        blocked.add(lane)
        log.error(
          { err, companyId, inbox: entry.id, attempts: entry.attempts + 1 },
          'an inbound event could not be worked off',
        )
        if (entry.attempts + 1 >= mostTries) metrics.dead.inc({ kind: 'inbox' })
        await units.run({ kind: 'connection', companyId }, (ctx) =>
          postponeEntry(ctx, entry.id, err instanceof Error ? err.message : String(err)),
        )
      }
    }
    return entries.length > 0
  }

  async function work(ctx: Ctx, entries: InboxEntry[]) {
    if (entries.length === 0) return
    const messages = entries.filter(
      (entry): entry is InboxEntry & { payload: InboundMessage } => entry.payload.kind === 'message',
    )
    if (messages.length > 0) await onReceived(ctx, await receive(ctx, messages))
    for (const { connection_id, payload } of entries)
      if (payload.kind !== 'message') await applyEvents(ctx, connection_id, [payload])
    await removeEntries(
      ctx,
      entries.map((entry) => entry.id),
    )
  }

  async function receive(ctx: Ctx, messages: (InboxEntry & { payload: InboundMessage })[]) {
    const received = await receiveMessages(ctx, messages)
    ctx.afterCommit(() => metrics.received.inc(received.length))
    return received
  }

  async function look() {
    const { rows } = await sql<{ company_id: number }>`
      select distinct company_id from inbox where dead_at is null and not_before <= now()`.execute(units.operator)
    for (const { company_id } of rows) wake(company_id)
  }

  async function start() {
    stopped = false
    await look()
    timer = setInterval(() => {
      look().catch((err) => log.warn({ err }, 'the inbox could not be looked at'))
    }, lookEvery)
  }

  async function stop() {
    stopped = true
    clearInterval(timer)
    await Promise.all(running.values())
  }
}
