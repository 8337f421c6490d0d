import { setTimeout as wait } from 'node:timers/promises'
import type { SessionKey, SessionState } from '#channels/whatsapp-web'
import type { LimitNews } from '@guiche/channel'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { liftLimit, limitConnection, recordEvent } from '#modules/connections'
import { LeaseLost, assertLease } from './leases.repository.ts'
import { type Run, actorOf } from './runs.ts'
import { acceptPhone, moveIfAsked } from './move-to-phone.ts'
import { type WantedSession, lockWay, settleWish, showSession } from './sessions.repository.ts'
import { eventOf, shown, shownOf } from './show-state.ts'

interface Options {
  /** Whether this process still runs the session, so that its states count. */
  isCurrent(run: Run): boolean
  /** Another process runs the session. */
  onLeaseLost(run: Run): void
  /** It has ended for good, and that was stored. */
  onEnded(run: Run): Promise<void>
  /** Waits for so many ms. */
  pause?: (ms: number) => Promise<unknown>
}

/** In ms. */
const retryEvery = 1000

/** Stores and shows the state of sessions, their history, and the sending limits of WhatsApp. */
export class StatusReporter {
  readonly #deps: Pick<Deps, 'units' | 'log' | 'wakes'>
  readonly #options: Options

  constructor(deps: Pick<Deps, 'units' | 'log' | 'wakes'>, options: Options) {
    this.#deps = deps
    this.#options = options
  }

  state(run: Run, state: SessionState): void {
    // The wish that this state follows: a newer one may be known to the run before it is stored.
    const { wishNumber } = run
    run.reporting = run.reporting.then(() => this.#storeWithRetries(run, state, wishNumber))
    if (state.status === 'connected') this.#deps.wakes.call('outbox', run.key.companyId)
  }

  /** WhatsApp has set or lifted a sending limit of this number. */
  limit({ key }: Run, news: LimitNews): Promise<void> {
    const { companyId, connectionId } = key
    const { units, wakes, log } = this.#deps
    return units
      .run(actorOf(key), (ctx) =>
        news.isOn ? limitConnection(ctx, connectionId, news.limit) : liftLimit(ctx, connectionId, news.scope),
      )
      .then(() => wakes.call('outbox', companyId))
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.limit-not-stored', err, ...key },
          'could not store a sending limit of WhatsApp',
        ),
      )
  }

  /** The company's plan no longer has WhatsApp. */
  async held(wanted: WantedSession): Promise<void> {
    const { connectionId } = wanted
    await this.#deps.units.run(actorOf(wanted), async (ctx) => {
      if (await showSession(ctx, connectionId, shown('disconnected', { endReason: 'plan' })))
        emitChange(ctx, connectionId)
    })
  }

  /** `mayBeListed`: WhatsApp did not confirm it, so the phone may still list this device. */
  async unlinked(wanted: WantedSession, mayBeListed: boolean): Promise<void> {
    const { connectionId, wishNumber } = wanted
    await this.#deps.units.run(actorOf(wanted), async (ctx) => {
      await recordEnd(ctx, connectionId, 'unlinked', mayBeListed)
      if (await showSession(ctx, connectionId, shown('disconnected'))) emitChange(ctx, connectionId)
      await settleWish(ctx, connectionId, wishNumber, 'none')
    })
  }

  /** This side ended the connection. */
  async connectionEnded(key: SessionKey, kind: 'stopped' | 'unlinked', mayBeListed = false): Promise<void> {
    const { units, log } = this.#deps
    await units
      .run(actorOf(key), (ctx) => recordEnd(ctx, key.connectionId, kind, mayBeListed))
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.end-not-stored', err, ...key },
          'could not store the event that a WhatsApp session was stopped',
        ),
      )
  }

  /** Tries again until the state is stored, in order; otherwise users would keep seeing an old state. */
  async #storeWithRetries(run: Run, state: SessionState, wishNumber: number): Promise<void> {
    const { isCurrent, onLeaseLost, pause = wait } = this.#options
    for (;;) {
      try {
        return await this.#show(run, state, wishNumber)
      } catch (err) {
        if (err instanceof LeaseLost) return onLeaseLost(run)
        this.#deps.log.warn(
          { event: 'whatsapp-session.state-not-stored', err, ...run.key },
          'could not store the state of a WhatsApp session; will try again',
        )
      }
      if (!isCurrent(run)) return
      await pause(retryEvery)
    }
  }

  async #show(run: Run, state: SessionState, wishNumber: number): Promise<void> {
    const { connectionId } = run.key
    const event = eventOf(state, run.shown)
    const seen = shownOf(state)
    if (!seen) return void (run.shown = state.status)
    await this.#deps.units.run(actorOf(run.key), async (ctx) => {
      await assertLease(ctx, run.lease)
      if (state.status === 'connected') {
        if (!(await acceptPhone(ctx, connectionId, state.number))) return
        await moveIfAsked(ctx, connectionId, state.number)
      }
      const isPaired = (await lockWay(ctx, connectionId))?.is_paired ?? true
      if (event && (isPaired || event.kind === 'qrcode')) await recordEvent(ctx, connectionId, event.kind, event)
      if (state.status === 'pairing') await auditLink(ctx, connectionId, state.number)
      if (await showSession(ctx, connectionId, seen)) emitChange(ctx, connectionId)
      if (state.status === 'ended') await settleWish(ctx, connectionId, wishNumber, 'none')
      if (isPaired && state.status === 'ended' && badEnds.has(state.reason))
        ctx.emit('connection.loggedOut', { connectionId })
    })
    run.shown = state.status
    if (state.status === 'ended') await this.#options.onEnded(run)
  }
}

/** The network or its owner has ended the link. */
const badEnds: ReadonlySet<string> = new Set(['logged_out', 'banned'])

/** The history of a number that is official tells nothing of the phone that it has left. */
async function recordEnd(
  ctx: Ctx,
  connectionId: number,
  kind: 'stopped' | 'unlinked',
  mayBeListed: boolean,
): Promise<void> {
  const way = await lockWay(ctx, connectionId)
  if (way?.is_paired !== false) await recordEvent(ctx, connectionId, kind, listedDetail(mayBeListed))
}

const listedDetail = (mayBeListed: boolean) => (mayBeListed ? { detail: { phone: 'unconfirmed' } } : {})

const auditLink = (ctx: Ctx, objectId: number, number: string) =>
  audit(ctx, { action: 'session.linked', object: 'connection', objectId, detail: { number } })

function emitChange(ctx: Ctx, connectionId: number): void {
  ctx.emit('session.changed', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}
