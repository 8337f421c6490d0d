import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import type { Pace, SendResult } from '@guiche/channel'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/process/metrics'
import type { Deps } from '#platform/deps'
import { connectedSince, limitConnection } from '#modules/connections'
import { logTicket } from '#modules/tickets'
import { type CampaignSends, askCampaigns } from './ask-campaign.ts'
import { type CompanyLanes, createCompanyLanes } from './company-lanes.ts'
import { createLane } from './lanes/lane.ts'
import { awaitConfirmation } from './confirm-sends.repository.ts'
import { logConnection, logTry } from './log-delivery.ts'
import { type OutboxEntry, isOutboxWaiting, renewClaims, claimSeconds } from './outbox.repository.ts'
import { priorities } from './lanes/priorities.ts'
import { preventedBy } from './prevented-by.ts'
import { type RetryPauses, retryPauses } from './retry-pauses.ts'
import { sendEntry } from './send-entry.ts'
import { type Outcome, settleOutbox } from './settle-outbox.ts'
import { tellCampaigns } from './tell-campaigns.ts'
import { batchSize, takeOutbox } from './take-outbox.ts'

/** In ms. A stop may take ten seconds in all (R39). */
const maxForStop = 3000
/** In ms, the least time between two queries of the outbox while a connection sends at its full pace. */
const leastBetweenLooks = 100
/** In ms: how long the outcomes of a campaign are gathered, so that one unit of work stores many. Nobody waits for them. */
const gathering = 50

/** The sends of a company that are in flight, and the outcomes that are not stored yet. */
interface InFlight {
  tries: Map<OutboxEntry, Promise<void>>
  ended: Outcome[]
  /**
   * Frees the capacity of sends that have ended. Runs together with storing their outcomes, because only then the next
   * entry of the conversation can be taken.
   */
  releases: (() => void)[]
  lanes: CompanyLanes
  /** The timer of the next query, for when a connection has capacity. */
  look: NodeJS.Timeout | undefined
  /** The timer of the next run, while outcomes are gathered. */
  soon: NodeJS.Timeout | undefined
}

export interface DeliveryOptions {
  campaigns: CampaignSends
  pauses?: RetryPauses | undefined
}

/**
 * Sends the entries of the outbox: conversations in parallel, each in its order. Outcomes are stored in batches, and
 * the next entries are taken in the same unit of work. A network that does not answer delays its own conversation, and
 * in the end its connection, but no other.
 */
export function createDelivery(
  { units, log, spareTime }: Deps,
  channels: Channels,
  { campaigns, pauses = retryPauses }: DeliveryOptions,
): CompanyWorker {
  const worker = createCompanyWorker({ name: 'outbox', role: 'channels', drain, look }, log)
  const companies = new Map<number, InFlight>()
  let renewing: NodeJS.Timeout | undefined
  return { ...worker, start, stop }

  async function start() {
    renewing = setInterval(renewAll, claimSeconds * 400)
    await worker.start()
  }

  async function stop() {
    await worker.stop()
    // Tries that take longer are repeated by the next process, under the same id.
    const tries = [...companies.values()].flatMap((inFlight) => [...inFlight.tries.values()])
    await Promise.race([Promise.all(tries), pause(maxForStop, undefined, { ref: false })])
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
    clearInterval(renewing)
  }

  /** Stores outcomes, takes entries and starts to send them. The end of each try causes another run. */
  async function drain(companyId: number, goesOn: () => boolean) {
    const inFlight = inFlightOf(companyId)
    const outcomes = inFlight.ended.splice(0)
    for (const release of inFlight.releases.splice(0)) release()
    const settleAndTake = async (ctx: Ctx) => {
      if (outcomes.length === 0) {
        const entries = await take(ctx, inFlight)
        if (entries.every(canBeRepeated)) await relaxDurability(ctx)
        return entries
      }
      const [, isWaiting] = await Promise.all([settle(ctx, outcomes), isOutboxWaiting(ctx)])
      return isWaiting && goesOn() ? take(ctx, inFlight) : []
    }
    const entries = await units.run({ kind: 'system', companyId }, settleAndTake).catch((error: unknown) => {
      // Keeps the outcomes, so that messages are not sent again because the database failed.
      inFlight.ended.unshift(...outcomes)
      throw error
    })
    const urgent = entries.filter(({ priority }) => priority < priorities.campaign).length
    if (urgent > 0) spareTime.notePerson()
    spareTime.use(entries.length - urgent)
    for (const entry of entries) begin(companyId, inFlight, entry)
    if (entries.length === batchSize) worker.wake(companyId)
    else queryWhenThereIsCapacity(companyId, inFlight)
  }

  /** A network that chooses the ids would take a repeated message for another one, so that it must be known after a crash. */
  function canBeRepeated({ channel }: OutboxEntry): boolean {
    return channels.find(channel)?.facts.idsBy !== 'network'
  }

  function inFlightOf(companyId: number): InFlight {
    const lanes = () => createCompanyLanes({ paceOf, offline: pauses.offline })
    const inFlight = companies.get(companyId) ?? {
      tries: new Map(),
      ended: [],
      releases: [],
      lanes: lanes(),
      look: undefined,
      soon: undefined,
    }
    companies.set(companyId, inFlight)
    return inFlight
  }

  function paceOf(name: string): Pace {
    const channel = channels.find(name)
    if (!channel) throw new Error(`the channel ${name} is not installed`)
    return channel.pace
  }

  function begin(companyId: number, inFlight: InFlight, entry: OutboxEntry) {
    const { tries, ended, releases, lanes } = inFlight
    const end = lanes.begin(entry)
    const work = attempt(companyId, entry).then((outcome) => {
      tries.delete(entry)
      ended.push(outcome)
      releases.push(() => {
        const change = end(outcome)
        if (change) logConnection(log, { companyId, connectionId: entry.connection_id }, change)
      })
      if (entry.priority < priorities.campaign || tries.size === 0) worker.wake(companyId)
      else wakeSoon(companyId, inFlight)
    })
    tries.set(entry, work)
  }

  function wakeSoon(companyId: number, inFlight: InFlight) {
    if (inFlight.soon) return
    const wake = () => {
      inFlight.soon = undefined
      worker.wake(companyId)
    }
    inFlight.soon = setTimeout(wake, gathering).unref()
  }

  async function take(ctx: Ctx, { lanes }: InFlight): Promise<OutboxEntry[]> {
    const served = channels.served(ctx.companyId)
    lanes.serve(served)
    const held = lanes.held()
    if (held.length > 0) lanes.reopen(await connectedSince(ctx, held))
    const capacity = { ...lanes.capacity(), campaigns: Math.min(batchSize, spareTime.left()) }
    if (capacity.all === 0) return []
    const free = channels.names().map((channel) => ({
      channel,
      isOwned: channels.find(channel)?.facts.linkedBy === 'phone',
      ...createLane(paceOf(channel), pauses.offline).capacity(0),
    }))
    const entries = await takeOutbox(ctx, { capacity, channels: free, busy: lanes.busy(), served })
    return askCampaigns(ctx, entries, campaigns)
  }

  /**
   * Without capacity, queries the outbox as soon as there is some; the regular query every second would be too slow.
   */
  function queryWhenThereIsCapacity(companyId: number, inFlight: InFlight) {
    const wait = spareTime.left() === 0 ? leastBetweenLooks : inFlight.lanes.capacityIn()
    if (wait === undefined) return
    clearTimeout(inFlight.look)
    inFlight.look = setTimeout(() => worker.wake(companyId), Math.max(leastBetweenLooks, wait))
    inFlight.look.unref()
  }

  async function settle(ctx: Ctx, outcomes: Outcome[]) {
    for (const outcome of outcomes)
      if ('limit' in outcome && outcome.limit) await limitConnection(ctx, outcome.connection_id, outcome.limit)
    const settled = await settleOutbox(ctx, outcomes, pauses)
    tellCampaigns(ctx, settled)
    for (const { id, action, status, part } of settled)
      if (action === 'send' && status === 'uncertain')
        await awaitConfirmation(ctx, { messageId: id, part: part ?? undefined }, pauses.unconfirmed)
    for (const { id, ticket_id: ticketId, action, status } of settled) {
      if (ticketId === null) continue
      if (action === 'send') {
        ctx.emit('message.updated', { messageId: id, ticketId })
        // Rows of the ticket show that a message was not sent, also if it is not the last one.
        if (status !== 'sent') ctx.emit('ticket.changed', { ticketId })
      } else if (status !== 'sent') await logFailure(ctx, ticketId, action)
    }
  }

  /** Renews the claims on all entries in flight, because a network may be slow. */
  function renewAll() {
    for (const [companyId, { tries }] of companies)
      if (tries.size > 0)
        units
          .run({ kind: 'system', companyId }, (ctx) => renewClaims(ctx, [...tries.keys()]))
          .catch((err: unknown) =>
            log.warn(
              { event: 'outbox.claims-not-renewed', err, companyId },
              'could not renew the claims on messages that are being sent',
            ),
          )
  }

  async function attempt(companyId: number, entry: OutboxEntry): Promise<Outcome> {
    const { id, attempts, failures, connection_id } = entry
    if (isDeleted(entry)) return { id, attempts, failures, connection_id, status: 'dropped' }
    if (entry.stopped_by !== null)
      return { id, attempts, failures, connection_id, status: 'rejected', reason: entry.stopped_by }
    const prevented = preventedBy(channels.find(entry.channel)?.facts, entry)
    const result = prevented ?? heldIfLimited(entry, await sendEntry({ channels, log }, companyId, entry))
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

/** The change was made here but not at the network, so the ticket says so at once. */
async function logFailure(ctx: Ctx, ticketId: number, action: 'edit' | 'delete' | 'react'): Promise<void> {
  await logTicket(ctx, ticketId, `${action}Failed`)
  ctx.emit('ticket.changed', { ticketId })
}

/** What the network refuses because of a limit that concerns campaigns alone is tried again, but a campaign waits for its end. */
function heldIfLimited({ is_campaign }: OutboxEntry, result: SendResult): SendResult {
  return is_campaign && result.status === 'retry' && result.limit ? { status: 'held', limit: result.limit } : result
}

/** A deleted message is not sent or edited any more, even if a killed process had taken the entry. */
const isDeleted = ({ action, deleted_at }: OutboxEntry) =>
  deleted_at !== null && (action === 'send' || action === 'edit')

/** The commit need not wait for the disk: if it is lost, nobody has taken the entries, and they are sent again under their ids. */
async function relaxDurability(ctx: Ctx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(ctx.db)
}
