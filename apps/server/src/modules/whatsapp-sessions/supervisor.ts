import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunningSession, SessionKey, SessionState, WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { LimitNews } from '@guiche/channel'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { findConnections, liftLimit, limitConnection, noteEvent } from '#modules/connections'
import type { Pictures } from '#modules/contacts'
import type { ShowPresence } from '#modules/inbound'
import { readSettings } from '#modules/settings'
import { awaySince } from './away-since.ts'
import { askForComparison } from './compare.ts'
import { type Lease, LeaseLost, assertLease, giveLeaseBack, renewLeases, takeLease } from './leases.repository.ts'
import { createSessionStore } from './session-store.ts'
import { type WantedSession, type Wish, listWantedSessions, settleWish, showSession } from './sessions.repository.ts'
import { eventOf, shown, shownOf } from './show-state.ts'

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

interface Run {
  key: SessionKey
  lease: Lease
  wishNumber: number
  session: RunningSession | undefined
  /** What is being told of it, in order. */
  telling: Promise<void>
  comparing: Promise<void> | undefined
  shown: SessionState['status'] | undefined
}

/** In ms. */
const lookEvery = 1000
const renewEvery = 5000
/** Between two sessions that begin: no more than five begin in a second. */
const stagger = 200

/** Runs the sessions that are wanted and that no other process runs; each has one owner at a time (reliability R32). */
export function createSupervisor(deps: Deps, { channel, showPresence, pictures, pause = wait }: Wiring): Supervisor {
  const { units, keys, log, wakes } = deps
  // Whoever looks at the table sees who it is.
  const owner = `${hostname()}/${process.pid}/${randomUUID()}`
  const runs = new Map<string, Run>()
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
      for (const wanted of await listWantedSessions(units.operator, owner)) {
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
    const run = runs.get(nameOf(wanted))
    if (run && run.wishNumber === wanted.wishNumber) return wanted.isToCompare ? compare(run) : undefined
    if (run) return fulfil(run, wanted)
    if (!wanted.isFree) return
    const lease = await units.run(actorOf(wanted), (ctx) => take(ctx, wanted))
    if (!lease) return
    await under(lease, wanted, async () => {
      if (wanted.wish === 'open') return
      // What is unlinked has no line any more, and was it only that nobody ran it.
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
    const run = runs.get(nameOf(wanted))
    if (run) {
      await stopRun(run)
      await tellHeld(wanted)
      return letGo(run)
    }
    if (!wanted.isFree) return
    const lease = await units.run(actorOf(wanted), (ctx) => take(ctx, wanted))
    if (!lease) return
    await tellHeld(wanted)
    await units.run(actorOf(wanted), (ctx) => giveLeaseBack(ctx, lease))
  }

  async function tellHeld(wanted: WantedSession) {
    const { connectionId } = wanted
    await units.run(actorOf(wanted), async (ctx) => {
      if (await showSession(ctx, connectionId, shown('disconnected', { endReason: 'plan' })))
        emitChange(ctx, connectionId)
    })
  }

  /** That another process than before runs it is audited (security S64). */
  async function take(ctx: Ctx, { connectionId }: WantedSession): Promise<Lease | undefined> {
    const taken = await takeLease(ctx, connectionId, owner)
    if (!taken) return undefined
    const { lease, before } = taken
    if (before !== null && before !== owner)
      await audit(ctx, { ...auditOf(connectionId, 'session.moved'), detail: { from: before, to: owner } })
    return lease
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
    runs.delete(nameOf(wanted))
    await under(run.lease, wanted, async () => {
      if (wanted.wish === 'open') await stopRun(run)
      else if (wanted.wish === 'anew') await endLine(run, 'unlinked', async () => run.session?.logout())
      else await run.session?.logout()
      await run.telling
    })
  }

  /** Begins once all is prepared. A lease is not kept for a session that could not be begun: the next look tries again. */
  async function under(lease: Lease, wanted: WantedSession, prepare: () => Promise<void>) {
    try {
      await prepare()
      await begin(wanted, lease)
    } catch (err) {
      log.warn(
        { event: 'whatsapp-session.start-failed', err, connectionId: wanted.connectionId },
        'could not start a WhatsApp session; will try again',
      )
      runs.delete(nameOf(wanted))
      await units.run(actorOf(wanted), (ctx) => giveLeaseBack(ctx, lease))
    }
  }

  /** Under a lease that is held. */
  async function begin(wanted: WantedSession, lease: Lease) {
    const { companyId, connectionId, wish, wishNumber } = wanted
    if (wish === 'unlinked') {
      await tellUnlinked(wanted)
      await units.run(actorOf(wanted), (ctx) => giveLeaseBack(ctx, lease))
      return
    }
    if (wish === 'anew') await settle(wanted, wishNumber, 'open')
    const key = { companyId, connectionId }
    const run: Run = {
      key,
      lease,
      wishNumber,
      session: undefined,
      telling: Promise.resolve(),
      comparing: undefined,
      shown: undefined,
    }
    runs.set(nameOf(key), run)
    const session = await channel.run(key, {
      store: storeFor(wanted, lease),
      awaySince: wish === 'anew' ? undefined : await units.run(actorOf(key), (ctx) => awaySince(ctx, wanted)),
      onState: (state) => tell(run, state),
      onLimit: (news) => hear(run, news),
      takesCalls: async () =>
        (await units.read(actorOf(key), (ctx) => readSettings(ctx))).acceptCallWhatsapp === 'enabled',
      takesGroups: async () =>
        (await units.read(actorOf(key), (ctx) => findConnections(ctx, [connectionId])))[0]?.allows_groups ?? false,
      onPicture: (of) => pictures.changed(companyId, of),
      onPresence: (from, presence) =>
        void showPresence(key, from, presence).catch((err: unknown) =>
          log.debug({ event: 'whatsapp-session.presence-not-shown', err }, 'could not show that a customer is typing'),
        ),
    })
    if (runs.get(nameOf(key)) === run) run.session = session
    // It was lost, or ended, before it had begun.
    else await session.stop()
  }

  function tell(run: Run, state: SessionState) {
    run.telling = run.telling.then(() => untilTold(run, state))
    if (state.status === 'connected') wakes.call('outbox', run.key.companyId)
  }

  /** What cannot be told now is told later, and in its order: people would look at an old state for ever. */
  async function untilTold(run: Run, state: SessionState) {
    for (;;) {
      try {
        return await show(run, state)
      } catch (err) {
        if (err instanceof LeaseLost) return lose(run)
        log.warn(
          { event: 'whatsapp-session.state-not-stored', err, ...run.key },
          'could not store the state of a WhatsApp session; will try again',
        )
      }
      if (isStopped || runs.get(nameOf(run.key)) !== run) return
      await pause(lookEvery)
    }
  }

  /** The network says what this number may send. */
  function hear({ key }: Run, news: LimitNews) {
    const { companyId, connectionId } = key
    void units
      .run(actorOf(key), (ctx) =>
        news.isOn ? limitConnection(ctx, connectionId, news.limit) : liftLimit(ctx, connectionId, news.scope),
      )
      .then(() => wakes.call('outbox', companyId))
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.limit-not-stored', err, connectionId },
          'could not store a sending limit of WhatsApp',
        ),
      )
  }

  async function show(run: Run, state: SessionState) {
    const { connectionId } = run.key
    const event = eventOf(state, run.shown)
    const seen = shownOf(state)
    if (!seen) return void (run.shown = state.status)
    await units.run(actorOf(run.key), async (ctx) => {
      await assertLease(ctx, run.lease)
      if (event) await noteEvent(ctx, connectionId, event.kind, event)
      if (state.status === 'pairing')
        await audit(ctx, { ...auditOf(connectionId, 'session.linked'), detail: { number: state.number } })
      if (await showSession(ctx, connectionId, seen)) emitChange(ctx, connectionId)
      if (state.status === 'ended') await settleWish(ctx, connectionId, run.wishNumber, 'none')
    })
    run.shown = state.status
    if (state.status === 'ended' && runs.get(nameOf(run.key)) === run) await letGo(run)
  }

  async function tellUnlinked(wanted: WantedSession) {
    const { connectionId, wishNumber } = wanted
    await units.run(actorOf(wanted), async (ctx) => {
      await noteEvent(ctx, connectionId, 'unlinked')
      if (await showSession(ctx, connectionId, shown('disconnected'))) emitChange(ctx, connectionId)
      await settleWish(ctx, connectionId, wishNumber, 'none')
    })
  }

  async function settle(key: SessionKey, wishNumber: number, wish: Wish) {
    await units.run(actorOf(key), (ctx) => settleWish(ctx, key.connectionId, wishNumber, wish))
  }

  async function renew() {
    try {
      // What is begun meanwhile has its lease from elsewhere.
      const known = [...runs]
      const held = new Map((await renewLeases(units.operator, owner)).map((lease) => [nameOf(lease), lease.until]))
      for (const [name, run] of known) {
        const until = held.get(name)
        if (until === undefined) lose(run)
        else run.lease.until = until
      }
    } catch (err) {
      // What was not renewed ends by itself: every write asks for the lease.
      log.warn({ event: 'whatsapp-session.leases-not-renewed', err }, 'could not renew the leases of WhatsApp sessions')
    }
  }

  /** Another process may run it: nothing of it is told here any more. */
  function lose(run: Run) {
    if (runs.get(nameOf(run.key)) !== run) return
    log.warn({ event: 'whatsapp-session.lease-lost', ...run.key }, 'another process runs this WhatsApp session now')
    runs.delete(nameOf(run.key))
    void run.session?.stop()
  }

  /** Lets go of its line; the phone stays linked. */
  async function stopRun(run: Run) {
    await endLine(run, 'stopped', async () => run.session?.stop())
  }

  /** Notes that it was we who ended the line, where there was one. */
  async function endLine(run: Run, kind: 'stopped' | 'unlinked', end: () => Promise<void>) {
    const { key } = run
    await run.telling
    const hadLine = run.shown === 'connected'
    await end()
    await run.telling
    if (!hadLine) return
    await units
      .run(actorOf(key), (ctx) => noteEvent(ctx, key.connectionId, kind))
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.end-not-stored', err, ...key },
          'could not store the event that a WhatsApp session was stopped',
        ),
      )
  }

  async function letGo(run: Run) {
    if (!runs.delete(nameOf(run.key))) return
    await run.session?.stop()
    await run.comparing
    await units
      .run(actorOf(run.key), (ctx) => giveLeaseBack(ctx, run.lease))
      .catch((err: unknown) =>
        log.warn(
          { event: 'whatsapp-session.lease-not-released', err, ...run.key },
          'could not release the lease of a WhatsApp session',
        ),
      )
  }

  async function stop() {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await looking
    await Promise.all(
      [...runs.values()].map(async (run) => {
        await stopRun(run)
        await letGo(run)
      }),
    )
  }

  function storeFor({ companyId }: SessionKey, lease: Lease) {
    return createSessionStore({ units, key: keys.secretsAtRest, companyId, lease })
  }
}

function emitChange(ctx: Ctx, connectionId: number): void {
  ctx.emit('session.changed', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}

const auditOf = (connectionId: number, action: string) => ({ action, object: 'connection', objectId: connectionId })

const nameOf = ({ companyId, connectionId }: SessionKey) => `${companyId}:${connectionId}`

const actorOf = ({ companyId }: SessionKey) => ({ kind: 'connection', companyId }) as const
