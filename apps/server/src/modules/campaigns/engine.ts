import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import { BudgetTaken, type SendingGuard } from '#modules/sending-guard'
import { type CompanyWorker, createCompanyWorker } from '#platform/work/company-worker'
import { admitTurn } from './admit-turn.ts'
import { createLimitQuestions } from './network/ask-limits.ts'
import { lockCampaign } from './tables/campaigns.repository.ts'
import { endHolds } from './tables/holds.repository.ts'
import { noteNews, takeNews } from './tables/news.repository.ts'
import { checkNumbers } from './check-numbers.ts'
import { finishDone, stopWithoutConnection } from './tables/finish.repository.ts'
import { type Turn, companiesWithWork, dueTurns, mayRun, nextToStart } from './tables/reserve.repository.ts'
import { reserveNext } from './reserve.ts'
import { startCampaign } from './start-campaign.ts'

/** In ms: how often the network is asked about its limits while a campaign runs. */
const everyHour = 3_600_000

/** In ms: how often it looks for room in the outbox while messages are sent. */
const looksEvery = 200

export interface Engine extends CompanyWorker {
  /** Messages of a company were sent. Many of them wake the engine once. */
  wakeSoon(companyId: number): void
}

interface EngineOptions {
  guard: SendingGuard
  /** In ms. No pause between two messages of a connection is shorter. */
  leastPause: number
}

/**
 * Runs the campaigns: starts those whose time has come, puts into the outbox what is due in the next seconds, and ends those
 * that are done. All it knows is in the database, so any process can go on for another.
 */
export function createEngine(deps: Deps, channels: Channels, { guard, leastPause }: EngineOptions): Engine {
  const { units, log } = deps
  const askLimits = createLimitQuestions({ log, channels }, everyHour)
  const worker = createCompanyWorker(
    { name: 'campaigns', role: 'worker', drain, look: () => companiesWithWork(units.operator) },
    log,
  )
  const soon = new Set<number>()
  return { ...worker, wakeSoon }

  function wakeSoon(companyId: number) {
    if (soon.has(companyId)) return
    soon.add(companyId)
    const wake = () => {
      soon.delete(companyId)
      worker.wake(companyId)
    }
    setTimeout(wake, looksEvery).unref()
  }

  async function drain(companyId: number, goesOn: () => boolean) {
    const system = { kind: 'system', companyId } as const
    if (await units.read(system, mayRun)) {
      await repeat(goesOn, () => startNext(companyId))
      await repeat(goesOn, () => sendNext(companyId, goesOn))
    }
    await units.run(system, async (ctx) => {
      const ended = [...(await stopWithoutConnection(ctx)), ...(await finishDone(ctx))]
      await endHolds(ctx, ended)
      noteNews(ctx, ended)
    })
    await units.run(system, async (ctx) => {
      for (const campaignId of await takeNews(ctx)) ctx.emit('campaign.saved', { campaignId, isProgress: true })
    })
  }

  /** Until there is nothing left to do. */
  async function repeat(goesOn: () => boolean, work: () => Promise<boolean>) {
    for (let isMore = true; isMore && goesOn();) isMore = await work()
  }

  function startNext(companyId: number): Promise<boolean> {
    return units.run({ kind: 'system', companyId }, async (ctx) => {
      const id = await nextToStart(ctx)
      const campaign = id === undefined ? undefined : await lockCampaign(ctx, id)
      if (!campaign) return false
      await startCampaign(ctx, campaign)
      return true
    })
  }

  /** One turn of each connection that is due. False: nobody was dealt with. */
  async function sendNext(companyId: number, goesOn: () => boolean): Promise<boolean> {
    let count = 0
    for (const turn of await units.read({ kind: 'system', companyId }, dueTurns)) {
      if (!goesOn()) return false
      count += await takeTurn(companyId, turn)
    }
    return count > 0
  }

  async function takeTurn(companyId: number, turn: Turn): Promise<number> {
    const actor = { kind: 'campaign', companyId, campaignId: turn.campaign_id } as const
    const admit = () => units.run(actor, (ctx) => admitTurn(ctx, turn, guard))
    let room = await admit()
    // What the network forbids is known to the guard then.
    if (room && (await askLimits({ ...turn, companyId }))) room = await admit()
    if (!room) return 0
    const checksNumbers = asksFor(turn.channel)
    if (checksNumbers) await checkNumbers({ units, log, channels }, actor, { turn, left: room.left })
    try {
      return await units.run(actor, (ctx) => reserveNext(ctx, turn, { guard, room, leastPause, checksNumbers }))
    } catch (err) {
      // The next turn asks again.
      if (err instanceof BudgetTaken) return 0
      throw err
    }
  }

  function asksFor(name: string): boolean {
    const channel = channels.find(name)
    return channel?.ask !== undefined && channel.facts.checksNumbers
  }
}
