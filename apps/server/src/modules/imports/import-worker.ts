import { setTimeout as pause } from 'node:timers/promises'
import type { Channels } from '#channels/registry'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { importMessages } from '#modules/inbound'
import { closeImportedTickets, publishImportedTickets } from './close-imported-tickets.ts'
import { postponeHistory, removeHistory, takeHistory } from './history.repository.ts'
import {
  type Import,
  addDone,
  companiesWithImports,
  forgetHistory,
  forgetImport,
  listImports,
  lockImport,
  setState,
} from './imports.repository.ts'
import { unpackHistory } from './unpack-history.ts'

interface ConnectionRef {
  companyId: number
  connectionId: number
}

type Step = 'progressed' | 'waits'

const batch = 50
const closedAtOnce = 20
/** In ms, the pause after each step, so that current messages find the database free. */
const pauseBetweenSteps = 25
/** In ms. A step waits this long at most for the inbox to become empty. */
const maxWait = 1000
/** In ms, between two announcements of the progress. */
const publishEvery = 500

/**
 * Imports old messages in batches, each in one transaction, so that an import that is killed continues after the last
 * commit (reliability R14).
 */
export function createImportWorker(deps: Deps, channels: Pick<Channels, 'find'>): CompanyWorker {
  const { units, log } = deps
  const publishedAt = new Map<string, number>()
  let turn = Promise.resolve()
  return createCompanyWorker(
    { name: 'imports', role: 'channels', drain, look: () => companiesWithImports(units.operator) },
    log,
  )

  async function drain(companyId: number, goesOn: () => boolean) {
    let going = await units.read({ kind: 'connection', companyId, connectionId: null }, listImports)
    while (going.length > 0) {
      const next: number[] = []
      for (const connectionId of going) {
        if (!goesOn()) return
        const connection = { companyId, connectionId }
        const hasUnpacked = await unpackHistory({ units, log, channels }, connection)
        if (hasUnpacked || (await inTurn(() => step(connection))) === 'progressed') next.push(connectionId)
        await pause(pauseBetweenSteps)
      }
      going = next
    }
  }

  /** Runs one step at a time, the imports of all companies in turn (R50). */
  function inTurn(work: () => Promise<Step>): Promise<Step> {
    const done = turn.then(work)
    turn = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  async function step(connection: ConnectionRef): Promise<Step> {
    await letLiveGoFirst(connection.companyId)
    const actor = { kind: 'import', ...connection } as const
    try {
      return await units.run(actor, (ctx) => advance(ctx, connection))
    } catch (err) {
      log.warn(
        { event: 'import.batch-failed', err, ...connection },
        'could not import a batch of old messages; retrying them one by one',
      )
      return oneByOne(connection)
    }
  }

  async function letLiveGoFirst(companyId: number) {
    const until = Date.now() + maxWait
    while (Date.now() < until && (await units.read({ kind: 'connection', companyId, connectionId: null }, hasLive)))
      await pause(20)
  }

  async function advance(ctx: Ctx, { connectionId }: ConnectionRef): Promise<Step> {
    const asked = await lockImport(ctx, connectionId)
    if (!asked) return 'waits'
    if (asked.state === 'closing') return closeSome(ctx, asked)
    if (asked.state === 'preparing') return asked.isQuiet ? begin(ctx, connectionId) : 'waits'
    return importBatch(ctx, asked)
  }

  async function begin(ctx: Ctx, connectionId: number): Promise<Step> {
    await setState(ctx, connectionId, 'running')
    publishProgress(ctx, connectionId, { isNewState: true })
    return 'progressed'
  }

  async function importBatch(ctx: Ctx, asked: Import): Promise<Step> {
    const { connectionId } = asked
    const waiting = await takeHistory(ctx, connectionId, batch)
    if (waiting.length === 0) return asked.isOver ? end(ctx, asked) : 'waits'
    await importMessages(
      ctx,
      connectionId,
      waiting.map(({ message }) => message),
    )
    await finish(ctx, connectionId, waiting)
    return 'progressed'
  }

  async function finish(ctx: Ctx, connectionId: number, done: { externalId: string; sentAt: Date }[]) {
    await removeHistory(
      ctx,
      connectionId,
      done.map(({ externalId }) => externalId),
    )
    const reachedAt = done.at(-1)?.sentAt ?? new Date()
    await addDone(ctx, connectionId, { count: done.length, reachedAt })
    publishProgress(ctx, connectionId)
  }

  async function end(ctx: Ctx, { connectionId, closesTickets }: Import): Promise<Step> {
    await forgetHistory(ctx, connectionId)
    await setState(ctx, connectionId, closesTickets ? 'closing' : 'done')
    publishProgress(ctx, connectionId, { isNewState: true })
    if (!closesTickets) ctx.afterCommit(() => void publishTickets({ companyId: ctx.companyId, connectionId }))
    return 'progressed'
  }

  /**
   * Publishes the imported tickets at the end; during the import nothing is published. If the process is killed
   * meanwhile, this is not repeated.
   */
  async function publishTickets({ companyId, connectionId }: ConnectionRef) {
    const actor = { kind: 'import', companyId, connectionId } as const
    let after: number | undefined = 0
    try {
      while (after !== undefined) {
        const from: number = after
        after = await units.run(actor, (ctx) => publishImportedTickets(ctx, connectionId, { after: from, most: 50 }))
        await pause(100)
      }
    } catch (err) {
      log.warn(
        { event: 'import.tickets-not-published', err, companyId, connectionId },
        'could not publish imported tickets to browsers',
      )
    }
  }

  async function closeSome(ctx: Ctx, { connectionId, isOnce }: Import): Promise<Step> {
    if ((await closeImportedTickets(ctx, connectionId, closedAtOnce)) > 0) return 'progressed'
    // A part of what comes once may be late by days, and cannot be asked for again.
    if (isOnce) await setState(ctx, connectionId, 'done')
    else await forgetImport(ctx, connectionId)
    publishProgress(ctx, connectionId, { isNewState: true })
    return 'waits'
  }

  /** Finds the message that fails: it is moved behind the others, and left out after three tries. */
  async function oneByOne(connection: ConnectionRef): Promise<Step> {
    const { companyId, connectionId } = connection
    const actor = { kind: 'import', companyId, connectionId } as const
    const waiting = await units.read(actor, (ctx) => takeHistory(ctx, connectionId, batch))
    for (const one of waiting)
      try {
        await units.run(actor, async (ctx) => {
          if (!(await lockImport(ctx, connectionId))) return
          await importMessages(ctx, connectionId, [one.message])
          await finish(ctx, connectionId, [one])
        })
      } catch (err) {
        await units.run(actor, async (ctx) => {
          if (!(await lockImport(ctx, connectionId)) || !(await postponeHistory(ctx, connectionId, one.externalId)))
            return
          log.error(
            { event: 'import.message-failed', err, ...connection, externalId: one.externalId },
            'could not import an old message; skipping it',
          )
          await finish(ctx, connectionId, [one])
        })
      }
    return waiting.length > 0 ? 'progressed' : 'waits'
  }

  function publishProgress(ctx: Ctx, connectionId: number, { isNewState = false } = {}) {
    const name = `${ctx.companyId}:${connectionId}`
    if (!isNewState && Date.now() - (publishedAt.get(name) ?? 0) < publishEvery) return
    publishedAt.set(name, Date.now())
    ctx.emit('import.moved', { connectionId })
    if (isNewState) ctx.emit('connection.saved', { connectionId })
  }
}

async function hasLive(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`
    select from inbox where company_id = ${ctx.companyId} and dead_at is null and not_before <= now() limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}
