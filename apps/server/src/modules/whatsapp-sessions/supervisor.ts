import { setTimeout as wait } from 'node:timers/promises'
import type { SessionKey, WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Deps } from '#platform/deps'
import { findConnections } from '#modules/connections'
import type { Pictures } from '#modules/contacts'
import type { ShowPresence } from '#modules/inbound'
import { readSettings } from '#modules/settings'
import { awaySince } from './away-since.ts'
import { askForComparison } from './compare.ts'
import type { Lease } from './leases.repository.ts'
import { OwnLeases } from './own-leases.ts'
import { type Run, Runs, actorOf, newRun } from './runs.ts'
import { createSessionStore } from './session-store.ts'
import { type WantedSession, listWantedSessions, settleWish } from './sessions.repository.ts'
import { Telling } from './telling.ts'

export interface Supervisor {
  /** Somebody wants something of a session. */
  wake(): void
  start(): void
  stop(): Promise<void>
}

interface Wiring {
  channel: WhatsAppWebChannel
  showPresence: ShowPresence
  pictures: Pick<Pictures, 'changed'>
  /** Waits for so many ms. */
  pause?: (ms: number) => Promise<unknown>
}

/** In ms. */
const lookEvery = 1000
const renewEvery = 5000
/** Between two sessions that begin: no more than five begin in a second. */
const stagger = 200

/** Runs the sessions that are wanted and that no other process runs; each has one owner at a time (reliability R32). */
export function createSupervisor(deps: Deps, { channel, showPresence, pictures, pause = wait }: Wiring): Supervisor {
  const { units, keys, log } = deps
  const runs = new Runs()
  const leases = new OwnLeases(deps)
  const telling = new Telling(deps, {
    isTold: (run) => !isStopped && runs.isCurrent(run),
    onLeaseLost: lose,
    onEnded: async (run) => {
      if (runs.isCurrent(run)) await letGo(run)
    },
    pause,
  })
  let looking: Promise<void> | undefined
  let isWoken = false
  let isStopped = true
  let timers: NodeJS.Timeout[] = []

  return { wake, start, stop }

  function start() {
    isStopped = false
    timers = [setInterval(wake, lookEvery), setInterval(() => void renew(), renewEvery)]
    wake()
  }

  async function stop() {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await looking
    await Promise.all(
      runs.all().map(async (run) => {
        await stopRun(run)
        await letGo(run)
      }),
    )
  }

  function wake() {
    if (isStopped) return
    isWoken = true
    looking ??= lookWhileWoken().finally(() => {
      looking = undefined
      if (isWoken) wake()
    })
  }

  async function lookWhileWoken() {
    isWoken = false
    try {
      for (const wanted of await listWantedSessions(units.operator, leases.owner)) {
        if (isStopped) return
        await attend(wanted)
      }
    } catch (err) {
      log.warn(
        { event: 'whatsapp-session.supervise-failed', err },
        'could not supervise WhatsApp sessions; will try again',
      )
    }
  }

  async function attend(wanted: WantedSession) {
    if (!wanted.mayRun) return hold(wanted)
    const run = runs.find(wanted)
    if (run && run.wishNumber === wanted.wishNumber) return wanted.isToCompare ? compare(run) : undefined
    if (run) return fulfil(run, wanted)
    if (!wanted.isFree) return
    const lease = await leases.take(wanted)
    if (!lease) return
    await under(lease, wanted, async () => {
      if (wanted.wish === 'open') return
      // An unlinked phone has no line any more, even if it was lost only because no process ran the session.
      await units.run(actorOf(wanted), (ctx) => awaySince(ctx, wanted))
      await storeFor(wanted, lease).clear()
    })
    await pause(stagger)
  }

  /**
   * The company's plan has no WhatsApp any more. The line ends and the phone stays linked: what is wanted of the session
   * waits until the plan has WhatsApp again. Whoever runs it does this; otherwise anybody.
   */
  async function hold(wanted: WantedSession) {
    const run = runs.find(wanted)
    if (run) {
      await stopRun(run)
      await telling.held(wanted)
      return letGo(run)
    }
    if (!wanted.isFree) return
    const lease = await leases.take(wanted)
    if (!lease) return
    await telling.held(wanted)
    await leases.giveBack(wanted, lease)
  }

  /** Others do not wait for it. */
  function compare(run: Run) {
    const { session, key } = run
    if (!session || run.shown !== 'connected') return
    run.comparing ??= askForComparison(units, key, session)
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.compare-failed', err, ...key },
          'could not compare the chats of a phone with ours',
        ),
      )
      .finally(() => (run.comparing = undefined))
  }

  /** Of a session that runs here, something else is wanted now. */
  async function fulfil(run: Run, wanted: WantedSession) {
    runs.remove(wanted)
    await under(run.lease, wanted, async () => {
      if (wanted.wish === 'open') await stopRun(run)
      else if (wanted.wish === 'anew') await endLine(run, 'unlinked', async () => run.session?.logout())
      else await run.session?.logout()
      await run.telling
    })
  }

  /** Begins once all is prepared. A lease is not kept for a session that could not be begun: the next look tries again. */
  async function under(lease: Lease, wanted: WantedSession, prepare: () => Promise<void>) {
    const { companyId, connectionId } = wanted
    try {
      await prepare()
      await begin(wanted, lease)
    } catch (err) {
      log.warn(
        { event: 'whatsapp-session.start-failed', err, companyId, connectionId },
        'could not start a WhatsApp session; will try again',
      )
      runs.remove(wanted)
      await leases.giveBack(wanted, lease)
    }
  }

  /** Under a lease that is held. */
  async function begin(wanted: WantedSession, lease: Lease) {
    const { companyId, connectionId, wish, wishNumber } = wanted
    if (wish === 'unlinked') {
      await telling.unlinked(wanted)
      return leases.giveBack(wanted, lease)
    }
    if (wish === 'anew') await units.run(actorOf(wanted), (ctx) => settleWish(ctx, connectionId, wishNumber, 'open'))
    const run = newRun({ companyId, connectionId }, lease, wishNumber)
    runs.add(run)
    const session = await openSession(run, wanted)
    if (runs.isCurrent(run)) run.session = session
    // It was lost, or ended, before it had begun.
    else await session.stop()
  }

  async function openSession(run: Run, wanted: WantedSession) {
    const { key, lease } = run
    const { companyId, connectionId } = key
    return channel.run(key, {
      store: storeFor(key, lease),
      awaySince: wanted.wish === 'anew' ? undefined : await units.run(actorOf(key), (ctx) => awaySince(ctx, wanted)),
      onState: (state) => telling.state(run, state),
      onLimit: (news) => telling.limit(run, news),
      takesCalls: async () =>
        (await units.read(actorOf(key), (ctx) => readSettings(ctx))).acceptCallWhatsapp === 'enabled',
      takesGroups: async () =>
        (await units.read(actorOf(key), (ctx) => findConnections(ctx, [connectionId])))[0]?.allows_groups ?? false,
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

  async function renew() {
    for (const run of await leases.renew(runs)) lose(run)
  }

  /** Another process may run it: nothing of it is told here any more. */
  function lose(run: Run) {
    if (!runs.isCurrent(run)) return
    log.warn({ event: 'whatsapp-session.lease-lost', ...run.key }, 'another process runs this WhatsApp session now')
    runs.remove(run.key)
    void run.session?.stop()
  }

  /** Lets go of its line; the phone stays linked. */
  async function stopRun(run: Run) {
    await endLine(run, 'stopped', async () => run.session?.stop())
  }

  /** Notes that it was we who ended the line, where there was one. */
  async function endLine(run: Run, kind: 'stopped' | 'unlinked', end: () => Promise<void>) {
    await run.telling
    const hadLine = run.shown === 'connected'
    await end()
    await run.telling
    if (hadLine) await telling.lineEnded(run.key, kind)
  }

  async function letGo(run: Run) {
    if (!runs.remove(run.key)) return
    await run.session?.stop()
    await run.comparing
    await leases
      .giveBack(run.key, run.lease)
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.lease-not-released', err, ...run.key },
          'could not release the lease of a WhatsApp session',
        ),
      )
  }

  function storeFor({ companyId }: SessionKey, lease: Lease) {
    return createSessionStore({ units, key: keys.secretsAtRest, companyId, lease })
  }
}
