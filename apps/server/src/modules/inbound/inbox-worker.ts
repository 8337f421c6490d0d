import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isDatabaseFull } from '#platform/database/unavailable'
import { metrics } from '#platform/process/metrics'
import type { Deps } from '#platform/deps'
import { type Heard, answerCustomers } from '#modules/bot'
import { noteAnswers } from '#modules/campaigns'
import { keepGroup } from '#modules/contacts'
import { moveCustomer } from '#modules/conversations'
import { hearOptOuts } from '#modules/opt-outs'
import { applyAcks, applyEvents, applyReached } from './apply-events.ts'
import {
  type InboxEntry,
  isOnlyWorker,
  isWaiting,
  maxTries,
  postponeEntry,
  removeEntries,
  takeAlone,
} from './tables/inbox.repository.ts'
import { withoutToldAgain } from './tables/told-again.repository.ts'
import { losePart } from './lose-part.ts'
import { settlePart, withOwnIds } from './parts.repository.ts'
import { recordUnreadable } from './record-unreadable.ts'
import { receiveMessages } from './receive-messages.ts'
import type { InboundMessage, ReceivedMessage } from './received-message.ts'

interface Processed {
  /** More entries are due. */
  isMore: boolean
  /** The kind whose turn it is then. */
  next: Kind
}

/** Processes the inbox of each company in order. Woken by everything that stores an entry. */
export function createInboxWorker({ units, log, spareTime }: Deps): CompanyWorker {
  return createCompanyWorker({ name: 'inbox', role: 'worker', drain, look }, log)

  async function drain(companyId: number, goesOn: () => boolean) {
    let first: Kind = 'said'
    while (goesOn()) {
      const { isMore, next }: Processed = await processBatch(companyId, first).catch(async (err: unknown) => {
        log.warn(
          { event: 'inbox.batch-failed', err, companyId },
          'could not process an inbox batch; retrying its entries one by one',
        )
        return { isMore: await oneByOne(companyId), next: first }
      })
      // Entries that came meanwhile have woken the worker again.
      if (!isMore) return
      first = next
    }
  }

  /**
   * Acks wait for the outcomes of sends, which are stored at the same time, and what customers write does not wait with them.
   * So each kind has its own units of work, by turns.
   */
  async function processBatch(companyId: number, first: Kind): Promise<Processed> {
    return units.run({ kind: 'connection', companyId, connectionId: null }, async (ctx) => {
      const { entries, isMore } = await takeAlone(ctx)
      const kinds = Map.groupBy(entries, kindOf)
      const chosen = kinds.get(first) ?? entries
      await processEntries(ctx, chosen)
      const left = otherThan(first)
      return chosen.length < entries.length ? { isMore: true, next: left } : { isMore, next: 'said' }
    })
  }

  /** Finds the entry that fails: it is postponed with the reason, and the others are processed. */
  async function oneByOne(companyId: number): Promise<boolean> {
    const { entries, isMore } = await units.run({ kind: 'connection', companyId, connectionId: null }, takeAlone)
    const blocked = new Set<string>()
    for (const entry of entries) {
      const lane = `${entry.connection_id}:${entry.lane}`
      if (blocked.has(lane)) continue
      try {
        await units.run({ kind: 'connection', companyId, connectionId: entry.connection_id }, async (ctx) => {
          if ((await isOnlyWorker(ctx)) && (await isWaiting(ctx, entry.id))) await processEntries(ctx, [entry])
        })
      } catch (err) {
        // A full disk is not the fault of an entry, so no try is counted.
        if (isDatabaseFull(err)) throw err
        blocked.add(lane)
        await postpone(companyId, entry, err)
      }
    }
    return isMore
  }

  async function postpone(companyId: number, entry: InboxEntry, err: unknown) {
    const attempts = entry.attempts + 1
    log.error(
      { event: 'inbox.entry-failed', err, companyId, inbox: entry.id, attempts },
      'could not process an inbox entry',
    )
    const reason = err instanceof Error ? err.message : String(err)
    await units.run({ kind: 'connection', companyId, connectionId: entry.connection_id }, (ctx) =>
      postponeEntry(ctx, entry, reason),
    )
    if (attempts < maxTries) return
    metrics.dead.inc({ kind: 'inbox' })
    await units
      .run({ kind: 'connection', companyId, connectionId: entry.connection_id }, (ctx) => recordUnreadable(ctx, entry))
      .catch((error: unknown) =>
        log.error(
          { event: 'inbox.placeholder-failed', err: error, companyId, inbox: entry.id },
          'could not store the placeholder of an unreadable message',
        ),
      )
  }

  async function processEntries(ctx: Ctx, entries: InboxEntry[]) {
    if (entries.length === 0) return
    const told = await withOwnIds(ctx, entries)
    const messages = told.filter(
      (entry): entry is InboxEntry & { payload: InboundMessage } => entry.payload.kind === 'message',
    )
    await receive(ctx, await withoutToldAgain(ctx, messages))
    // Acks do not depend on other events and are the most frequent ones, so they are processed in batches.
    await applyAcks(
      ctx,
      told.flatMap(({ connection_id: connectionId, payload }) =>
        payload.kind === 'ack' ? { ...payload, connectionId } : [],
      ),
    )
    for (const { connection_id, payload } of told)
      if (payload.kind === 'taken') await settlePart(ctx, connection_id, payload)
      else if (payload.kind === 'reached') await applyReached(ctx, connection_id, payload)
      else if (payload.kind === 'failed') await losePart(ctx, connection_id, payload)
      else if (payload.kind === 'moved') await moveCustomer(ctx, connection_id, payload)
      else if (payload.kind === 'group') await keepGroup(ctx, payload)
      else if (payload.kind !== 'message' && payload.kind !== 'ack') await applyEvents(ctx, connection_id, [payload])
    await removeEntries(
      ctx,
      entries.map((entry) => entry.id),
    )
  }

  async function receive(ctx: Ctx, entries: (InboxEntry & { payload: InboundMessage })[]) {
    if (entries.length > 0) spareTime.notePerson()
    for (let waiting = entries; waiting.length > 0;) {
      const { messages, later } = await receiveMessages(ctx, waiting)
      ctx.afterCommit(() => metrics.received.inc(messages.length))
      // In the unit of work that stored the messages.
      const heard = messages.map(heardOf)
      const optOuts = await hearOptOuts(ctx, heard)
      await noteAnswers(ctx, heard, optOuts)
      await answerCustomers(
        ctx,
        heard.filter(({ id }) => !optOuts.out.has(id) && !optOuts.back.has(id)),
      )
      waiting = later
    }
  }

  async function look(): Promise<number[]> {
    const { rows } = await sql<{ company_id: number }>`
      select distinct company_id from inbox where dead_at is null and not_before <= now()`.execute(units.operator)
    return rows.map((row) => row.company_id)
  }
}

const heardOf = ({ missed, isForAnother, ...message }: ReceivedMessage): Heard => ({
  ...message,
  isMissed: missed !== undefined || isForAnother,
})

/** `said`: everything but acks. */
type Kind = 'acks' | 'said'

const kindOf = ({ payload }: InboxEntry): Kind => (payload.kind === 'ack' ? 'acks' : 'said')
const otherThan = (kind: Kind): Kind => (kind === 'acks' ? 'said' : 'acks')
