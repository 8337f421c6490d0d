import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { metrics } from '#platform/process/metrics'
import type { Runnable } from '#platform/process/runnable'
import { createCompanyWorker } from '#platform/work/company-worker'
import type { Answerers } from './answerer.ts'
import { mediaLinks } from '#modules/media'
import { type AnswerResult, askAnswerer } from './ask-answerer.ts'
import {
  type Claimed,
  type Try,
  claimDue,
  companiesWithDue,
  endExchange,
  mostAtOnce,
  pause,
  releaseClaim,
  renewClaims,
} from './stored/exchanges.repository.ts'
import { withParts } from './fetch-parts.ts'
import { prepareExchange } from './prepare-exchange.ts'
import { type Settled, settleExchange } from './settle-exchange.ts'

/** How many exchanges this process has under way. They hold a socket each, and nothing else. */
const mostHere = 200
const mostOfCompany = 100

/** How many more a company may have that has `own` of `all`: half of what the others leave, so that there is always room. */
function roomFor({ own, all }: { own: number; all: number }): number {
  const share = Math.max(1, Math.floor((mostHere - (all - own)) / 2))
  return Math.min(mostHere - all, Math.min(mostOfCompany, share) - own)
}

/** In ms. Three times within a lease. */
const renewEvery = 3_000

/** In ms after a commit, by a clock that may be a little behind that of the database. */
const soon = pause.each * 1000 + 10

/** After so many tries an exchange is ended without a word: telling the customer has failed too. */
const lastAttempt = 6

interface Running extends Try {
  unwanted: AbortController
}

interface Wiring {
  answerers: Answerers
  composes: (companyId: number, ticketId: number, ms: number) => void
}

/** Asks services whatever is due. Nothing waits for a service: each exchange goes on by itself until its answer is stored. */
export function createExchangeWorker(deps: Deps, { answerers, composes }: Wiring): Runnable {
  const { units, log, wakes } = deps
  const reaching = { ...deps, links: mediaLinks(deps) }
  const running = new Map<number, Running>()
  const performances = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let renewing: NodeJS.Timeout | undefined
  let isStopping = false
  const worker = createCompanyWorker(
    { name: 'exchanges', role: 'worker', drain, look: () => companiesWithDue(units.operator) },
    log,
  )
  wakes.on('exchanges', wakeSoon)
  return { name: 'exchanges', role: 'worker', start, stop }

  async function start() {
    isStopping = false
    renewing = setInterval(() => void renew(), renewEvery)
    await worker.start()
  }

  /** What is under way is asked again by the process that goes on. */
  async function stop() {
    isStopping = true
    for (const timer of timers) clearTimeout(timer)
    await worker.stop()
    for (const { unwanted } of running.values()) unwanted.abort()
    await Promise.all(performances)
    clearInterval(renewing)
  }

  function wakeSoon(companyId: number) {
    if (isStopping) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      worker.wake(companyId)
    }, soon)
    timers.add(timer)
  }

  async function drain(companyId: number, goesOn: () => boolean) {
    while (goesOn()) {
      const free = roomFor({ own: runningOf(companyId), all: running.size })
      if (free <= 0) return
      const claimed = await units.run(bot(companyId), (ctx) => claimDue(ctx, free))
      for (const one of claimed) begin(companyId, one)
      if (claimed.length < free) return
    }
  }

  function runningOf(companyId: number): number {
    return [...running.values()].filter((one) => one.companyId === companyId).length
  }

  function begin(companyId: number, claimed: Claimed) {
    const unwanted = new AbortController()
    running.set(claimed.id, { companyId, id: claimed.id, attempt: claimed.attempt, unwanted })
    const performance = perform(companyId, claimed, unwanted.signal).finally(() => {
      performances.delete(performance)
      const wasCrowded = runningOf(companyId) >= mostAtOnce
      running.delete(claimed.id)
      if (wasCrowded) worker.wake(companyId)
    })
    performances.add(performance)
  }

  async function perform(companyId: number, claimed: Claimed, unwanted: AbortSignal) {
    const { id, attempt } = claimed
    try {
      const answered = await answer(companyId, claimed, unwanted)
      if (isStopping && unwanted.aborted)
        await units.run(bot(companyId), (ctx) => releaseClaim(ctx, { companyId, id, attempt }))
      if (!unwanted.aborted) await settle(companyId, claimed, answered)
    } catch (err) {
      log.error(
        { event: 'exchanges.not-settled', err, companyId, exchangeId: id, attempt },
        'could not settle an exchange',
      )
      if (attempt >= lastAttempt) await giveUp(companyId, id)
    }
  }

  async function answer(companyId: number, claimed: Claimed, unwanted: AbortSignal): Promise<AnswerResult> {
    const failed = (failure: 'gone' | NonNullable<Claimed['refusal']>) => ({
      result: { failure },
      trace: [],
      tookMs: 0,
    })
    if (claimed.refusal) return failed(claimed.refusal)
    const answerer = answerers.find(claimed.kind)
    if (!answerer) return failed('gone')
    const prepared = await units.read(bot(companyId), (ctx) => prepareExchange(ctx, claimed, answerer))
    if (prepared === 'gone') return failed('gone')
    if (prepared === 'unsaid') return { result: 'unsaid', trace: [], tookMs: 0 }
    return askAnswerer(reaching, prepared, { answerer, unwanted })
  }

  async function settle(companyId: number, claimed: Claimed, { result, trace, tookMs }: AnswerResult) {
    const store = async (settled: Settled['result']) => {
      const answerer = answerers.find(claimed.kind)
      const outcome = await units.run(bot(companyId), (ctx) =>
        settleExchange(ctx, { claimed, answerer, result: settled, trace, tookMs }),
      )
      const waits = settled === 'unsaid' || 'failure' in settled ? 0 : (settled.parts.at(-1)?.after ?? 0)
      if (outcome === 'answered' && waits > 0) composes(companyId, claimed.ticket_id, waits)
      metrics.exchanges.inc({ result: outcome === 'late' ? 'late' : nameOf(settled) })
    }
    if (result === 'unsaid' || 'failure' in result) return store(result)
    const { answer: answered } = result
    return withParts(deps, { companyId, parts: answered.parts }, (parts) => store({ answer: answered, parts }))
  }

  async function giveUp(companyId: number, id: number) {
    const ending = { state: 'failed', reason: 'broken', tookMs: null, trace: [] } as const
    await units
      .run(bot(companyId), (ctx: Ctx) => endExchange(ctx, id, ending))
      .catch((err: unknown) =>
        log.error({ event: 'exchanges.not-given-up', err, companyId, exchangeId: id }, 'could not give up an exchange'),
      )
  }

  /** What is not wanted any more is not waited for. */
  async function renew() {
    const tries = [...running.values()]
    if (tries.length === 0) return
    try {
      const wanted = await renewClaims(units.operator, tries)
      for (const { id, unwanted } of tries) if (!wanted.has(id)) unwanted.abort()
    } catch (err) {
      log.warn({ event: 'exchanges.not-renewed', err }, 'could not say that exchanges are under way')
    }
  }
}

const nameOf = (result: Settled['result']) => (result !== 'unsaid' && 'failure' in result ? 'failed' : 'settled')

const bot = (companyId: number) => ({ kind: 'bot', companyId, forUserId: null }) as const
