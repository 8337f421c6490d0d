import { setTimeout as pause } from 'node:timers/promises'
import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { importMessages } from '#modules/inbound'
import { closeImportedTickets, tellImportedTickets } from './close-imported-tickets.ts'
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

interface Place {
  companyId: number
  connectionId: number
}

type Step = 'went on' | 'waits'

const batch = 50
const closedAtOnce = 20
/** Between two steps of all imports of this process, so that today's messages find the database free. In ms. */
const rest = 25
/** So long today's messages go first; then a step of the import has its turn all the same. In ms. */
const patience = 1000
/** Browsers hear of the progress so often. In ms. */
const toldEvery = 500

/** Brings old messages in, bit by bit, each bit whole: whoever is killed goes on where the last one was committed (reliability R14). */
export function createImportWorker(deps: Deps, channel: Pick<WhatsAppWebChannel, 'readHistory'>): CompanyWorker {
  const { units, log } = deps
  const toldAt = new Map<string, number>()
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
        const place = { companyId, connectionId }
        const hasUnpacked = await unpackHistory({ units, log, channel }, place)
        if (hasUnpacked || (await inTurn(() => step(place))) === 'went on') next.push(connectionId)
        await pause(rest)
      }
      going = next
    }
  }

  /** One step at a time, of each import in its turn, whichever company it is of (R50). */
  function inTurn(work: () => Promise<Step>): Promise<Step> {
    const done = turn.then(work)
    turn = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  async function step(place: Place): Promise<Step> {
    await letLiveGoFirst(place.companyId)
    const actor = { kind: 'import', ...place } as const
    try {
      return await units.run(actor, (ctx) => advance(ctx, place))
    } catch (err) {
      log.warn(
        { event: 'import.batch-failed', err, ...place },
        'could not import a batch of old messages; retrying them one by one',
      )
      return oneByOne(place)
    }
  }

  async function letLiveGoFirst(companyId: number) {
    const until = Date.now() + patience
    while (Date.now() < until && (await units.read({ kind: 'connection', companyId, connectionId: null }, hasLive)))
      await pause(20)
  }

  async function advance(ctx: Ctx, { connectionId }: Place): Promise<Step> {
    const asked = await lockImport(ctx, connectionId)
    if (!asked) return 'waits'
    if (asked.state === 'closing') return closeSome(ctx, connectionId)
    if (asked.state === 'preparing') return asked.isQuiet ? begin(ctx, connectionId) : 'waits'
    return bringIn(ctx, asked)
  }

  async function begin(ctx: Ctx, connectionId: number): Promise<Step> {
    await setState(ctx, connectionId, 'running')
    tell(ctx, connectionId, { isTurn: true })
    return 'went on'
  }

  async function bringIn(ctx: Ctx, asked: Import): Promise<Step> {
    const { connectionId } = asked
    const waiting = await takeHistory(ctx, connectionId, batch)
    if (waiting.length === 0) return asked.isQuiet ? end(ctx, asked) : 'waits'
    await importMessages(
      ctx,
      connectionId,
      waiting.map(({ message }) => message),
    )
    await finish(ctx, connectionId, waiting)
    return 'went on'
  }

  async function finish(ctx: Ctx, connectionId: number, done: { externalId: string; sentAt: Date }[]) {
    await removeHistory(
      ctx,
      connectionId,
      done.map(({ externalId }) => externalId),
    )
    const reachedAt = done.at(-1)?.sentAt ?? new Date()
    await addDone(ctx, connectionId, { count: done.length, reachedAt })
    tell(ctx, connectionId)
  }

  async function end(ctx: Ctx, { connectionId, closesTickets }: Import): Promise<Step> {
    await forgetHistory(ctx, connectionId)
    await setState(ctx, connectionId, closesTickets ? 'closing' : 'done')
    tell(ctx, connectionId, { isTurn: true })
    if (!closesTickets) ctx.afterCommit(() => void tellTickets({ companyId: ctx.companyId, connectionId }))
    return 'went on'
  }

  /** Once all is in, lists show what has come; until then nobody was told. Worth nothing to a process that is killed. */
  async function tellTickets({ companyId, connectionId }: Place) {
    const actor = { kind: 'import', companyId, connectionId } as const
    let after: number | undefined = 0
    try {
      while (after !== undefined) {
        const from: number = after
        after = await units.run(actor, (ctx) => tellImportedTickets(ctx, connectionId, { after: from, most: 50 }))
        await pause(100)
      }
    } catch (err) {
      log.warn(
        { event: 'import.tickets-not-published', err, companyId, connectionId },
        'could not publish imported tickets to browsers',
      )
    }
  }

  async function closeSome(ctx: Ctx, connectionId: number): Promise<Step> {
    if ((await closeImportedTickets(ctx, connectionId, closedAtOnce)) > 0) return 'went on'
    await forgetImport(ctx, connectionId)
    tell(ctx, connectionId, { isTurn: true })
    return 'waits'
  }

  /** Finds the message that is to blame: it waits for the others, and after three tries it is left out. */
  async function oneByOne(place: Place): Promise<Step> {
    const { companyId, connectionId } = place
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
            { event: 'import.message-failed', err, ...place, externalId: one.externalId },
            'could not import an old message; skipping it',
          )
          await finish(ctx, connectionId, [one])
        })
      }
    return waiting.length > 0 ? 'went on' : 'waits'
  }

  function tell(ctx: Ctx, connectionId: number, { isTurn = false } = {}) {
    const name = `${ctx.companyId}:${connectionId}`
    if (!isTurn && Date.now() - (toldAt.get(name) ?? 0) < toldEvery) return
    toldAt.set(name, Date.now())
    ctx.emit('import.moved', { connectionId })
    if (isTurn) ctx.emit('connection.saved', { connectionId })
  }
}

async function hasLive(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`
    select from inbox where company_id = ${ctx.companyId} and dead_at is null and not_before <= now() limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}
