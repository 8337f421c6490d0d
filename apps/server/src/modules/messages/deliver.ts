import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/company-worker'
import type { Outbound, SendResult } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/metrics'
import type { Parts } from '#platform/parts'
import { limitConnection } from '#modules/connections'
import { logTicket } from '#modules/tickets'
import {
  type Outcome,
  type OutboxEntry,
  isOutboxWaiting,
  keepOutbox,
  settleOutbox,
  takeOutbox,
  takenFor,
} from './outbox.repository.ts'
import { patienceFor } from './patience.ts'

const batch = 100
/** Beyond so many of a company that have not come to an end, none are begun. */
const mostAtOnce = 500
/** In ms: a stop has ten seconds for everything (R39). */
const mostForStop = 3000

/** What a company has on its way to a network, and what has come to an end and is not settled yet. */
interface Hand {
  tries: Map<OutboxEntry, Promise<void>>
  ended: Outcome[]
}

/**
 * Sends what waits in the outbox: conversations beside each other, each one in its order. What has come to an end is
 * settled with all the others that have by then, and what comes next is taken in the same unit of work; nothing waits for
 * a network that does not answer but its own conversation (R7).
 */
export function createDelivery({ units, log }: Parts, channels: Channels): CompanyWorker {
  const worker = createCompanyWorker({ name: 'the outbox', drain, look }, log)
  const hands = new Map<number, Hand>()
  let keeping: NodeJS.Timeout | undefined
  return { ...worker, start, stop }

  async function start() {
    keeping = setInterval(keep, takenFor * 400)
    await worker.start()
  }

  async function stop() {
    await worker.stop()
    // A try that takes longer is begun again by whoever comes next, under the same id.
    const tries = [...hands.values()].flatMap((hand) => [...hand.tries.values()])
    await Promise.race([Promise.all(tries), pause(mostForStop, undefined, { ref: false })])
    for (const [companyId, { ended }] of hands)
      if (ended.length > 0)
        await drain(companyId, () => false).catch((err: unknown) =>
          log.error({ err, companyId }, 'it could not be said what became of messages'),
        )
    clearInterval(keeping)
  }

  /** Settles, takes and begins. The end of each try calls for another run. */
  async function drain(companyId: number, goesOn: () => boolean) {
    const hand = handOf(companyId)
    const outcomes = hand.ended.splice(0)
    const settleAndTake = async (ctx: Ctx) => {
      if (outcomes.length === 0) return (await Promise.all([take(ctx, hand), neverMind(ctx)]))[0]
      const [, isWaiting] = await Promise.all([settle(ctx, outcomes), isOutboxWaiting(ctx)])
      return isWaiting && goesOn() ? take(ctx, hand) : []
    }
    const entries = await units.run({ kind: 'system', companyId }, settleAndTake).catch((error: unknown) => {
      // What has been sent is not to be sent again for a database that was away.
      hand.ended.unshift(...outcomes)
      throw error
    })
    for (const entry of entries) begin(companyId, hand, entry)
    if (entries.length === batch) worker.wake(companyId)
  }

  function handOf(companyId: number): Hand {
    const hand = hands.get(companyId) ?? { tries: new Map(), ended: [] }
    hands.set(companyId, hand)
    return hand
  }

  function begin(companyId: number, { tries, ended }: Hand, entry: OutboxEntry) {
    const work = attempt(companyId, entry).then((outcome) => {
      tries.delete(entry)
      ended.push(outcome)
      worker.wake(companyId)
    })
    tries.set(entry, work)
  }

  async function take(ctx: Ctx, { tries }: Hand): Promise<OutboxEntry[]> {
    const room = Math.min(batch, mostAtOnce - tries.size)
    return room > 0 ? takeOutbox(ctx, room, channels.served(ctx.companyId)) : []
  }

  async function settle(ctx: Ctx, outcomes: Outcome[]) {
    for (const outcome of outcomes)
      if (outcome.status === 'held' && outcome.limit) await limitConnection(ctx, outcome.connection_id, outcome.limit)
    for (const { id, ticket_id: ticketId, action, status } of await settleOutbox(ctx, outcomes)) {
      if (action === 'send') ctx.emit('message.updated', { messageId: id, ticketId })
      else if (status !== 'sent') await tellFailed(ctx, ticketId, action)
    }
  }

  /** A slow network keeps what it has in hand for as long as it takes (R4). */
  function keep() {
    for (const [companyId, { tries }] of hands)
      if (tries.size > 0)
        units
          .run({ kind: 'system', companyId }, (ctx) => keepOutbox(ctx, [...tries.keys()]))
          .catch((err: unknown) => log.warn({ err, companyId }, 'what is being sent could not be kept'))
  }

  async function attempt(companyId: number, entry: OutboxEntry): Promise<Outcome> {
    const { id, attempts, connection_id } = entry
    if (isTakenBack(entry)) return { id, attempts, connection_id, status: 'dropped' }
    const result = await sendOne(companyId, entry)
    metrics.sent.inc({ status: result.status })
    if (result.status !== 'sent')
      log.warn({ companyId, outbox: id, attempts, result }, 'a message could not be sent now')
    return { id, attempts, connection_id, ...result }
  }

  async function sendOne(companyId: number, entry: OutboxEntry): Promise<SendResult> {
    const channel = channels.find(entry.channel)
    if (!channel) return { status: 'held' }
    let timeout: NodeJS.Timeout | undefined
    try {
      return await Promise.race([
        channel.send(outboundOf(companyId, entry)),
        new Promise<SendResult>((resolve) => {
          timeout = setTimeout(() => resolve({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }), patienceFor(entry))
        }),
      ])
    } catch (err) {
      log.error({ err, companyId, outbox: entry.id }, 'a channel failed')
      return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
    } finally {
      clearTimeout(timeout)
    }
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
async function neverMind(ctx: Ctx): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(ctx.db)
}

function outboundOf(companyId: number, entry: OutboxEntry): Outbound {
  const { file_key, file_mime, file_name, payload, author, read_authors } = entry
  return {
    action: entry.action,
    companyId,
    connectionId: entry.connection_id,
    address: entry.address,
    messageId: entry.message_id,
    externalId: entry.external_id,
    body: entry.body,
    mediaType: entry.media_type,
    ...(file_key && file_mime && { media: { storageKey: file_key, mime: file_mime, name: file_name ?? '' } }),
    fromMe: entry.from_me,
    ...(author !== null && { author }),
    ...(entry.is_forwarded && { isForwarded: true }),
    ...quotedOf(entry),
    ...(payload?.emoji !== undefined && { emoji: payload.emoji }),
    ...(payload?.readIds && { readIds: payload.readIds }),
    ...(read_authors && { readAuthors: read_authors }),
  }
}

/** What it answers, where that is here: a message from before the connection may not be. */
function quotedOf(entry: OutboxEntry): Pick<Outbound, 'quoted'> {
  const { quoted_external_id: externalId, quoted_from_me: fromMe, quoted_author: author, quoted_mime: mime } = entry
  if (externalId === null || fromMe === null) return {}
  return {
    quoted: {
      externalId,
      fromMe,
      body: entry.quoted_body ?? '',
      mediaType: entry.quoted_media_type ?? '',
      ...(mime !== null && { media: { mime, name: entry.quoted_name ?? '' } }),
      ...(author !== null && { author }),
    },
  }
}
