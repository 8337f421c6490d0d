import type { SessionKey, WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Deps } from '#platform/deps'
import { findConnections } from '#modules/connections'
import type { Pictures } from '#modules/contacts'
import type { ShowPresence } from '#modules/inbound'
import { readSettings } from '#modules/settings'
import { awaySince } from './away-since.ts'
import { askForComparison } from './compare.ts'
import type { Lease } from './leases.repository.ts'
import type { OwnLeases } from './own-leases.ts'
import { type Run, Runs, actorOf, newRun } from './runs.ts'
import { createSessionStore } from './session-store.ts'
import { type WantedSession, settleWish } from './sessions.repository.ts'
import { Telling } from './telling.ts'

export interface RunnerWiring {
  channel: WhatsAppWebChannel
  showPresence: ShowPresence
  pictures: Pick<Pictures, 'changed'>
  leases: OwnLeases
  /** Something else may be done for a session now. */
  onFree(): void
  /** Waits for so many ms. */
  pause: (ms: number) => Promise<unknown>
}

/** The life of the sessions that this process runs: they begin, are unlinked, stop, and are let go of. */
export class Runner {
  readonly runs = new Runs()
  readonly telling: Telling
  readonly #deps: Deps
  readonly #wiring: RunnerWiring
  #isClosing = false

  constructor(deps: Deps, wiring: RunnerWiring) {
    this.#deps = deps
    this.#wiring = wiring
    this.telling = new Telling(deps, {
      isTold: (run) => !this.#isClosing && this.runs.isCurrent(run),
      onLeaseLost: (run) => this.lose(run),
      onEnded: async (run) => {
        if (this.runs.isCurrent(run)) await this.#letGo(run)
      },
      pause: wiring.pause,
    })
  }

  /** Under a lease that is held. It is not kept for a session that could not begin: the next look tries again. */
  async begin(wanted: WantedSession, lease: Lease): Promise<void> {
    await this.#orGiveBack(wanted, lease, async () => this.#start(wanted, lease, await this.#lastSeen(wanted)))
  }

  /** Of a session that runs here, it is wanted that it begins again. */
  async restart(run: Run, wanted: WantedSession): Promise<void> {
    await this.#orGiveBack(wanted, run.lease, async () => {
      await this.#close(run)
      await this.#start(wanted, run.lease, await this.#lastSeen(wanted))
    })
  }

  /** A session that no process runs has keys as well, and its phone lists it. */
  async unlinkIdle(wanted: WantedSession, lease: Lease): Promise<void> {
    await this.#orGiveBack(wanted, lease, async () => {
      const run = await this.#prepare(wanted, lease, await this.#lastSeen(wanted))
      if (run) this.unlink(run, wanted)
    })
  }

  /** In the background, since it may take a minute. What else is wanted of the session waits for it. */
  unlink(run: Run, wanted: WantedSession): void {
    run.wishNumber = wanted.wishNumber
    run.unlinking = this.#orGiveBack(wanted, run.lease, () => this.#untilUnlinked(run, wanted)).finally(() => {
      run.unlinking = undefined
      this.#wiring.onFree()
    })
  }

  async #untilUnlinked(run: Run, wanted: WantedSession): Promise<void> {
    await run.telling
    if (!this.runs.isCurrent(run)) return
    const hadLine = run.shown === 'connected'
    const result = await run.session?.logout()
    await run.telling
    // Whoever has interrupted it gives the lease back.
    if (result === 'interrupted' || !this.runs.isCurrent(run)) return
    const mayBeListed = result === 'unconfirmed'
    if (wanted.wish === 'unlinked') {
      await this.telling.unlinked(wanted, mayBeListed)
      return this.#letGo(run)
    }
    if (hadLine || mayBeListed) await this.telling.lineEnded(run.key, 'unlinked', mayBeListed)
    await this.#deps.units.run(actorOf(wanted), (ctx) =>
      settleWish(ctx, wanted.connectionId, wanted.wishNumber, 'open'),
    )
    if (this.#isClosing) return
    // Before the first line there was nothing to miss.
    await this.#start(wanted, run.lease, undefined)
  }

  /** Others do not wait for it. */
  compare(run: Run): void {
    const { session, key } = run
    if (!session || run.shown !== 'connected') return
    run.comparing ??= askForComparison(this.#deps.units, key, session)
      .catch((err: unknown) =>
        this.#deps.log.warn(
          { event: 'whatsapp-session.compare-failed', err, ...key },
          'could not compare the chats of a phone with ours',
        ),
      )
      .finally(() => (run.comparing = undefined))
  }

  /** Lets go of its line; the phone stays linked. `told`: what people are told before another process may run it. */
  async stop(run: Run, told: () => Promise<void> = async () => undefined): Promise<void> {
    await this.#close(run)
    await run.unlinking
    await told()
    await this.#letGo(run)
  }

  async stopAll(): Promise<void> {
    this.#isClosing = true
    await Promise.all(this.runs.all().map((run) => this.stop(run)))
  }

  /** Another process may run it: nothing of it is told here any more. */
  lose(run: Run): void {
    if (!this.runs.isCurrent(run)) return
    this.#deps.log.warn(
      { event: 'whatsapp-session.lease-lost', ...run.key },
      'another process runs this WhatsApp session now',
    )
    this.runs.remove(run.key)
    void run.session?.stop()
  }

  async #orGiveBack(wanted: WantedSession, lease: Lease, work: () => Promise<void>): Promise<void> {
    const { companyId, connectionId } = wanted
    const about = { companyId, connectionId }
    try {
      await work()
    } catch (err) {
      this.#deps.log.warn(
        { event: 'whatsapp-session.start-failed', err, ...about },
        'could not start or unlink a WhatsApp session; will try again',
      )
      this.runs.remove(wanted)
      await this.#giveBack(wanted, lease)
    }
  }

  #lastSeen(wanted: WantedSession): Promise<Date | undefined> {
    return this.#deps.units.run(actorOf(wanted), (ctx) => awaySince(ctx, wanted))
  }

  async #start(wanted: WantedSession, lease: Lease, away: Date | undefined): Promise<void> {
    const run = await this.#prepare(wanted, lease, away)
    run?.session?.start()
  }

  /** A session that is still to be started. Undefined: it was lost while it was made. */
  async #prepare(wanted: WantedSession, lease: Lease, away: Date | undefined): Promise<Run | undefined> {
    const { companyId, connectionId, wishNumber } = wanted
    const run = newRun({ companyId, connectionId }, lease, wishNumber)
    this.runs.add(run)
    run.session = await this.#createSession(run, away)
    if (this.runs.isCurrent(run)) return run
    await run.session.stop()
    return undefined
  }

  #createSession(run: Run, away: Date | undefined) {
    const { units, keys, log } = this.#deps
    const { channel, pictures, showPresence } = this.#wiring
    const { key, lease } = run
    const { companyId, connectionId } = key
    const actor = actorOf(key)
    return channel.createSession(key, {
      store: createSessionStore({ units, key: keys.secretsAtRest, companyId, lease }),
      awaySince: away,
      onState: (state) => this.telling.state(run, state),
      onLimit: (news) => this.telling.limit(run, news),
      takesCalls: async () => (await units.read(actor, (ctx) => readSettings(ctx))).acceptCallWhatsapp === 'enabled',
      takesGroups: async () =>
        (await units.read(actor, (ctx) => findConnections(ctx, [connectionId])))[0]?.allows_groups ?? false,
      onPicture: (of) => pictures.changed(companyId, of),
      onPresence: (from, presence) =>
        void showPresence(key, from, presence).catch((err: unknown) =>
          log.debug(
            { event: 'whatsapp-session.presence-not-shown', err, ...key },
            'could not show that a customer is typing',
          ),
        ),
    })
  }

  /** Notes that it was we who ended the line, where there was one. */
  async #close(run: Run): Promise<void> {
    await run.telling
    const hadLine = run.shown === 'connected'
    await run.session?.stop()
    await run.telling
    if (hadLine) await this.telling.lineEnded(run.key, 'stopped')
  }

  async #letGo(run: Run): Promise<void> {
    if (!this.runs.remove(run.key)) return
    await run.session?.stop()
    await run.comparing
    await this.#giveBack(run.key, run.lease)
  }

  async #giveBack(key: SessionKey, lease: Lease): Promise<void> {
    const { companyId, connectionId } = key
    await this.#wiring.leases
      .giveBack(key, lease)
      .catch((err: unknown) =>
        this.#deps.log.warn(
          { event: 'whatsapp-session.lease-not-released', err, companyId, connectionId },
          'could not release the lease of a WhatsApp session',
        ),
      )
  }
}
