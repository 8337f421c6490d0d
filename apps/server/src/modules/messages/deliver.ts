import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/company-worker'
import type { Outbound, SendResult } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { metrics } from '#platform/metrics'
import type { Parts } from '#platform/parts'
import { limitConnection } from '#modules/connections'
import {
  type Outcome,
  type OutboxEntry,
  isOutboxWaiting,
  keepOutbox,
  settleOutbox,
  takeOutbox,
  takenFor,
} from './outbox.repository.ts'

const batch = 100
/** Beyond so many that have not come to an end, none are begun. */
const mostAtOnce = 500
const patience = 20_000
/** In ms. What takes longer is settled by itself, and holds up nothing but its own conversation (R7). */
const quick = 200

/** Sends what waits in the outbox: conversations beside each other, each one in its order. */
export function createDelivery({ units, log }: Parts, channels: Channels): CompanyWorker {
  const worker = createCompanyWorker({ name: 'the outbox', drain, look }, log)
  const underWay = new Set<Promise<unknown>>()
  return { ...worker, stop }

  async function stop() {
    await worker.stop()
    await Promise.all(underWay)
  }

  async function drain(companyId: number, goesOn: () => boolean) {
    let entries = await units.run({ kind: 'system', companyId }, async (ctx) => {
      const [taken] = await Promise.all([take(ctx), neverMind(ctx)])
      return taken
    })
    while (entries.length > 0) {
      const outcomes = await attemptAll(companyId, entries)
      // What comes next is taken in the unit of work that says what became of the last.
      entries = await units.run({ kind: 'system', companyId }, async (ctx) => {
        const [, isWaiting] = await Promise.all([settle(ctx, outcomes), isOutboxWaiting(ctx)])
        return isWaiting && goesOn() ? take(ctx) : []
      })
    }
  }

  async function take(ctx: Ctx): Promise<OutboxEntry[]> {
    const room = Math.min(batch, mostAtOnce - underWay.size)
    return room > 0 ? takeOutbox(ctx, room, channels.served(ctx.companyId)) : []
  }

  async function settle(ctx: Ctx, outcomes: Outcome[]) {
    if (outcomes.length === 0) return
    for (const outcome of outcomes)
      if (outcome.status === 'held' && outcome.limit) await limitConnection(ctx, outcome.connection_id, outcome.limit)
    for (const message of await settleOutbox(ctx, outcomes))
      ctx.emit('message.updated', { messageId: message.id, ticketId: message.ticket_id })
  }

  /** Resolves with those that came to an end quickly. */
  async function attemptAll(companyId: number, entries: OutboxEntry[]): Promise<Outcome[]> {
    const early: Outcome[] = []
    const inHand = new Set(entries)
    let isLate = false
    const attempts = entries.map(async (entry) => {
      const outcome = await attempt(companyId, entry)
      inHand.delete(entry)
      if (!isLate) return void early.push(outcome)
      await units.run({ kind: 'system', companyId }, (ctx) => settle(ctx, [outcome]))
      worker.wake(companyId)
    })
    const whole = Promise.all(attempts)
    const isQuick = await Promise.race([whole.then(() => true), pause(quick, false)])
    isLate = true
    if (!isQuick) inBackground(companyId, whole, inHand)
    return early
  }

  function inBackground(companyId: number, work: Promise<unknown>, inHand: Set<OutboxEntry>) {
    const renewal = setInterval(() => {
      units
        .run({ kind: 'system', companyId }, (ctx) => keepOutbox(ctx, [...inHand]))
        .catch((err: unknown) => log.warn({ err, companyId }, 'what is being sent could not be kept'))
    }, takenFor * 400)
    const ended = work
      .catch((err: unknown) => log.error({ err, companyId }, 'it could not be said what became of a message'))
      .finally(() => {
        clearInterval(renewal)
        underWay.delete(ended)
      })
    underWay.add(ended)
  }

  async function attempt(companyId: number, entry: OutboxEntry): Promise<Outcome> {
    const result = await sendOne(companyId, entry)
    metrics.sent.inc({ status: result.status })
    if (result.status !== 'sent')
      log.warn({ companyId, outbox: entry.id, attempts: entry.attempts, result }, 'a message could not be sent now')
    return {
      id: entry.id,
      attempts: entry.attempts,
      connection_id: entry.connection_id,
      ...result,
    }
  }

  async function sendOne(companyId: number, entry: OutboxEntry): Promise<SendResult> {
    const channel = channels.find(entry.channel)
    if (!channel) return { status: 'held' }
    let timeout: NodeJS.Timeout | undefined
    try {
      return await Promise.race([
        channel.send(outboundOf(companyId, entry)),
        new Promise<SendResult>((resolve) => {
          timeout = setTimeout(() => resolve({ status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }), patience)
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
function quotedOf({
  quoted_external_id,
  quoted_from_me,
  quoted_body,
  quoted_author,
}: OutboxEntry): Pick<Outbound, 'quoted'> {
  if (quoted_external_id === null || quoted_from_me === null) return {}
  const author = quoted_author === null ? {} : { author: quoted_author }
  return { quoted: { externalId: quoted_external_id, fromMe: quoted_from_me, body: quoted_body ?? '', ...author } }
}
