import type { SessionKey, WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Deps } from '#platform/deps'
import { isCompanyServed } from '#modules/companies'
import { findConnections } from '#modules/connections'
import type { Pictures } from '#modules/contacts'
import type { ShowPresence } from '#modules/inbound'
import { readSettings } from '#modules/settings'
import { awaySince } from './away-since.ts'
import { askForComparison } from './compare.ts'
import { acceptPhone } from './move-to-phone.ts'
import type { Lease } from './leases.repository.ts'
import type { OwnLeases } from './own-leases.ts'
import { type Run, Runs, actorOf, newRun } from './runs.ts'
import { createSessionStore } from './session-store.ts'
import { type WantedSession, settleWish } from './sessions.repository.ts'
import { StatusReporter } from './status-reporter.ts'

export interface RunnerWiring {
  channel: WhatsAppWebChannel
  showPresence: ShowPresence
  pictures: Pick<Pictures, 'changed'>
  leases: OwnLeases
  /** A session can take its next change now. */
  onFree(): void
  /** Waits for so many ms. */
  pause: (ms: number) => Promise<unknown>
}

/** Starts, restarts, unlinks and stops the sessions that this process runs. */
export class Runner {
  readonly runs = new Runs()
  readonly reporter: StatusReporter
  readonly #deps: Deps
  readonly #wiring: RunnerWiring
  #isClosing = false

  constructor(deps: Deps, wiring: RunnerWiring) {
    this.#deps = deps
    this.#wiring = wiring
    this.reporter = new StatusReporter(deps, {
      isCurrent: (run) => !this.#isClosing && this.runs.isCurrent(run),
      onLeaseLost: (run) => this.lose(run),
      onEnded: async (run) => {
        if (this.runs.isCurrent(run)) await this.#letGo(run)
      },
      pause: wiring.pause,
    })
  }

  /** Needs a held lease. If the session cannot start, the lease is released and the supervisor tries again. */
  async begin(wanted: WantedSession, lease: Lease): Promise<void> {
    await this.#orRelease(wanted, lease, async () => this.#start(wanted, lease, await this.#lastSeen(wanted)))
  }

  /** Stops a session that runs here and starts it again. */
  async restart(run: Run, wanted: WantedSession): Promise<void> {
    await this.#orRelease(wanted, run.lease, async () => {
      await this.#close(run)
      await this.#start(wanted, run.lease, await this.#lastSeen(wanted))
    })
  }

  /** A session that no process runs still has keys and is listed on the phone, so it is unlinked as well. */
  async unlinkIdle(wanted: WantedSession, lease: Lease): Promise<void> {
    await this.#orRelease(wanted, lease, async () => {
      const run = await this.#prepare(wanted, lease, await this.#lastSeen(wanted))
      if (run) this.unlink(run, wanted)
    })
  }

  /** Runs in the background, because it can take a minute. Further changes of the session wait for it. */
  unlink(run: Run, wanted: WantedSession): void {
    run.wishNumber = wanted.wishNumber
    run.unlinking = this.#orRelease(wanted, run.lease, () => this.#untilUnlinked(run, wanted)).finally(() => {
      run.unlinking = undefined
      this.#wiring.onFree()
    })
  }

  async #untilUnlinked(run: Run, wanted: WantedSession): Promise<void> {
    await run.reporting
    if (!this.runs.isCurrent(run)) return
    const wasConnected = run.shown === 'connected'
    const result = await run.session?.logout()
    await run.reporting
    // The caller that interrupted it releases the lease.
    if (result === 'interrupted' || !this.runs.isCurrent(run)) return
    const mayBeListed = result === 'unconfirmed'
    if (wanted.wish === 'unlinked') {
      await this.reporter.unlinked(wanted, mayBeListed)
      return this.#letGo(run)
    }
    if (wasConnected || mayBeListed) await this.reporter.connectionEnded(run.key, 'unlinked', mayBeListed)
    await this.#deps.units.run(actorOf(wanted), (ctx) =>
      settleWish(ctx, wanted.connectionId, wanted.wishNumber, 'open'),
    )
    if (this.#isClosing) return
    // A newly linked session has missed nothing, so it gets no time of absence.
    await this.#start(wanted, run.lease, undefined)
  }

  /** Runs in the background. */
  compare(run: Run): void {
    const { session, key } = run
    if (!session || run.shown !== 'connected') return
    run.comparing ??= askForComparison(this.#deps.units, key, session)
      .catch((err: unknown) =>
        this.#deps.log.warn(
          { event: 'whatsapp-session.compare-failed', err, ...key },
          'could not compare the chats of a phone with the database',
        ),
      )
      .finally(() => (run.comparing = undefined))
  }

  /** Closes its connection; the phone stays linked. `beforeRelease` runs before the lease is released. */
  async stop(run: Run, beforeRelease: () => Promise<void> = async () => undefined): Promise<void> {
    await this.#close(run)
    await run.unlinking
    await beforeRelease()
    await this.#letGo(run)
  }

  async stopAll(): Promise<void> {
    this.#isClosing = true
    await Promise.all(this.runs.all().map((run) => this.stop(run)))
  }

  /** Another process may run the session, so this one reports nothing more about it. */
  lose(run: Run): void {
    if (!this.runs.isCurrent(run)) return
    this.#deps.log.warn(
      { event: 'whatsapp-session.lease-lost', ...run.key },
      'another process runs this WhatsApp session now',
    )
    this.runs.remove(run.key)
    void run.session?.stop()
  }

  async #orRelease(wanted: WantedSession, lease: Lease, work: () => Promise<void>): Promise<void> {
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
      await this.#release(wanted, lease)
    }
  }

  #lastSeen(wanted: WantedSession): Promise<Date | undefined> {
    return this.#deps.units.run(actorOf(wanted), (ctx) => awaySince(ctx, wanted))
  }

  async #start(wanted: WantedSession, lease: Lease, away: Date | undefined): Promise<void> {
    const run = await this.#prepare(wanted, lease, away)
    run?.session?.start()
  }

  /** Creates a session without starting it. Undefined: its run was removed meanwhile. */
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
      onState: (state) => this.reporter.state(run, state),
      acceptsPhone: (number) => units.run(actor, (ctx) => acceptPhone(ctx, connectionId, number)),
      onLimit: (news) => this.reporter.limit(run, news),
      // Refusing a call is an automatic answer: while the company is not served, its phone rings.
      takesCalls: () =>
        units.read(
          actor,
          async (ctx) => (await readSettings(ctx)).acceptCallWhatsapp === 'enabled' || !(await isCompanyServed(ctx)),
        ),
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

  /** If the session was connected, stores that this side ended the connection. */
  async #close(run: Run): Promise<void> {
    await run.reporting
    const wasConnected = run.shown === 'connected'
    await run.session?.stop()
    await run.reporting
    if (wasConnected) await this.reporter.connectionEnded(run.key, 'stopped')
  }

  async #letGo(run: Run): Promise<void> {
    if (!this.runs.remove(run.key)) return
    await run.session?.stop()
    await run.comparing
    await this.#release(run.key, run.lease)
  }

  async #release(key: SessionKey, lease: Lease): Promise<void> {
    const { companyId, connectionId } = key
    await this.#wiring.leases
      .release(key, lease)
      .catch((err: unknown) =>
        this.#deps.log.warn(
          { event: 'whatsapp-session.lease-not-released', err, companyId, connectionId },
          'could not release the lease of a WhatsApp session',
        ),
      )
  }
}
