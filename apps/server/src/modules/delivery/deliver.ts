import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import type { Pace } from '@guiche/channel'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/process/metrics'
import type { Deps } from '#platform/deps'
import { limitConnection } from '#modules/connections'
import { logTicket } from '#modules/tickets'
import { type CompanyLanes, createCompanyLanes } from './company-lanes.ts'
import { createLane } from './lane.ts'
import { logConnection, logTry } from './log-delivery.ts'
import { type OutboxEntry, isOutboxWaiting, keepOutbox, takenFor } from './outbox.repository.ts'
import { type RetryPauses, retryPauses } from './retry-pauses.ts'
import { sendEntry } from './send-entry.ts'
import { type Outcome, settleOutbox } from './settle-outbox.ts'
import { batch, takeOutbox } from './take-outbox.ts'

/** In ms: a stop has ten seconds for everything (R39). */
const mostForStop = 3000
/** In ms. Where a connection sends as fast as it may, what waits is taken no more often. */
const leastBetweenLooks = 100

/** What a company has on its way to networks, and what has come to an end and is not settled yet. */
interface InFlight {
  tries: Map<OutboxEntry, Promise<void>>
  ended: Outcome[]
  /** Gives the places of these back. Together with settling them: what comes next in a conversation can be taken only then. */
  leaving: (() => void)[]
  lanes: CompanyLanes
  /** Looks again when a connection has room. */
  look: NodeJS.Timeout | undefined
}

/**
 * Sends what waits in the outbox: conversations beside each other, each one in its order. What has come to an end is
 * settled with all the others that have by then, and what comes next is taken in the same unit of work. A network that
 * does not answer delays its own conversation, and in the end its own connection, but no other.
 */
export function createDelivery(
  { units, log }: Deps,
  channels: Channels,
  pauses: RetryPauses = retryPauses,
): CompanyWorker {
  const worker = createCompanyWorker({ name: 'outbox', role: 'channels', drain, look }, log)
  const companies = new Map<number, InFlight>()
  let keeping: NodeJS.Timeout | undefined
  return { ...worker, start, stop }

  async function start() {
    keeping = setInterval(keep, takenFor * 400)
    await worker.start()
  }

  async function stop() {
    await worker.stop()
    // A try that takes longer is begun again by whoever comes next, under the same id.
    const tries = [...companies.values()].flatMap((inFlight) => [...inFlight.tries.values()])
    await Promise.race([Promise.all(tries), pause(mostForStop, undefined, { ref: false })])
    for (const [companyId, { ended, look }] of companies) {
      clearTimeout(look)
      if (ended.length > 0)
        await drain(companyId, () => false).catch((err: unknown) =>
          log.error(
            { event: 'outbox.results-not-stored', err, companyId },
            'could not store the results of sent messages',
          ),
        )
    }
    clearInterval(keeping)
  }

  /** Settles, takes and begins. The end of each try calls for another run. */
  async function drain(companyId: number, goesOn: () => boolean) {
    const inFlight = inFlightOf(companyId)
    const outcomes = inFlight.ended.splice(0)
    for (const leave of inFlight.leaving.splice(0)) leave()
    const settleAndTake = async (ctx: Ctx) => {
      if (outcomes.length === 0) return (await Promise.all([take(ctx, inFlight), relaxDurability(ctx)]))[0]
      const [, isWaiting] = await Promise.all([settle(ctx, outcomes), isOutboxWaiting(ctx)])
      return isWaiting && goesOn() ? take(ctx, inFlight) : []
    }
    const entries = await units.run({ kind: 'system', companyId }, settleAndTake).catch((error: unknown) => {
      // What has been sent is not to be sent again for a database that was away.
      inFlight.ended.unshift(...outcomes)
      throw error
    })
    for (const entry of entries) begin(companyId, inFlight, entry)
    if (entries.length === batch) worker.wake(companyId)
    else lookWhenThereIsRoom(companyId, inFlight)
  }

  function inFlightOf(companyId: number): InFlight {
    const lanes = () => createCompanyLanes({ paceOf, noLine: pauses.noLine })
    const inFlight = companies.get(companyId) ?? {
      tries: new Map(),
      ended: [],
      leaving: [],
      lanes: lanes(),
      look: undefined,
    }
    companies.set(companyId, inFlight)
    return inFlight
  }

  function paceOf(name: string): Pace {
    const channel = channels.find(name)
    if (!channel) throw new Error(`the channel ${name} is not installed`)
    return channel.pace
  }

  function begin(companyId: number, { tries, ended, leaving, lanes }: InFlight, entry: OutboxEntry) {
    const end = lanes.begin(entry)
    const work = attempt(companyId, entry).then((outcome) => {
      tries.delete(entry)
      ended.push(outcome)
      leaving.push(() => {
        const change = end(outcome)
        if (change) logConnection(log, { companyId, connectionId: entry.connection_id }, change)
      })
      worker.wake(companyId)
    })
    tries.set(entry, work)
  }

  async function take(ctx: Ctx, { lanes }: InFlight): Promise<OutboxEntry[]> {
    const served = channels.served(ctx.companyId)
    lanes.serve(served)
    const room = lanes.room()
    if (room.all === 0) return []
    const free = channels.names().map((channel) => ({ channel, ...createLane(paceOf(channel), pauses.noLine).room(0) }))
    return takeOutbox(ctx, { room, channels: free, busy: lanes.busy(), served })
  }

  /** What has no room now is not looked for until there is some: every second would let it wait for too long. */
  function lookWhenThereIsRoom(companyId: number, inFlight: InFlight) {
    const wait = inFlight.lanes.roomIn()
    if (wait === undefined) return
    clearTimeout(inFlight.look)
    inFlight.look = setTimeout(() => worker.wake(companyId), Math.max(leastBetweenLooks, wait))
    inFlight.look.unref()
  }

  async function settle(ctx: Ctx, outcomes: Outcome[]) {
    for (const outcome of outcomes)
      if (outcome.status === 'held' && outcome.limit) await limitConnection(ctx, outcome.connection_id, outcome.limit)
    for (const { id, ticket_id: ticketId, action, status } of await settleOutbox(ctx, outcomes, pauses)) {
      if (action === 'send') ctx.emit('message.updated', { messageId: id, ticketId })
      else if (status !== 'sent') await tellFailed(ctx, ticketId, action)
    }
  }

  /** A slow network keeps what it was handed for as long as it takes. */
  function keep() {
    for (const [companyId, { tries }] of companies)
      if (tries.size > 0)
        units
          .run({ kind: 'system', companyId }, (ctx) => keepOutbox(ctx, [...tries.keys()]))
          .catch((err: unknown) =>
            log.warn(
              { event: 'outbox.claims-not-renewed', err, companyId },
              'could not renew the claims on messages that are being sent',
            ),
          )
  }

  async function attempt(companyId: number, entry: OutboxEntry): Promise<Outcome> {
    const { id, attempts, failures, connection_id } = entry
    if (isTakenBack(entry)) return { id, attempts, failures, connection_id, status: 'dropped' }
    const result = await sendEntry({ channels, log }, companyId, entry)
    metrics.sent.inc({ status: result.status })
    logTry(log, companyId, entry, result)
    return { id, attempts, failures, connection_id, ...result }
  }

  async function look(): Promise<number[]> {
    const { rows } = await sql<{ company_id: number }>`
      select distinct company_id from outbox
      where not_before <= clock_timestamp() and (taken_until is null or taken_until <= clock_timestamp())`.execute(
      units.operator,
    )
    return rows.map((row) => row.company_id)
  }
}

/** Here it is done, and with the customer it is not: whoever has the ticket open sees that at once. */
async function tellFailed(ctx: Ctx, ticketId: number, action: 'edit' | 'delete' | 'react'): Promise<void> {
  await logTicket(ctx, ticketId, `${action}Failed`)
  ctx.emit('ticket.changed', { ticketId })
}

/** Its words go to nobody any more, were they in the hands of a process that was killed. */
const isTakenBack = ({ action, deleted_at }: OutboxEntry) =>
  deleted_at !== null && (action === 'send' || action === 'edit')

/** Should the database fall before it is on the disk, then nobody had taken anything: the commit need not wait. */
async function relaxDurability(ctx: Ctx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(ctx.db)
}
