import { type Backoff, type Pace, type SendResult, pauseAfter } from '@guiche/channel'
import { isAutomatic } from './priorities.ts'
import { createTokenBucket } from './token-bucket.ts'

/** How many more sends may start: in all, and automatic ones. */
export interface Capacity {
  all: number
  automatic: number
}

/** What is sent. `spacing` and `late` in seconds: the pause after a message of a campaign, and how late it leaves. */
export interface Start {
  priority: number
  spacing?: number
  late?: number
}

/** In seconds. An entry that leaves within this time is on time, because the outbox is looked at every second. */
export const punctual = 1

/** A send that has started. */
export interface Begun {
  at: number
  isAutomatic: boolean
}

/** A connection went offline or came back online. */
export type Change = 'held' | 'released' | undefined

/**
 * The sends of one connection that are in flight, and how many more may start. Times are in ms of the caller's clock.
 */
export interface Lane {
  capacity(now: number): Capacity
  begin(entry: Start, now: number): Begun
  /** Whether messages of campaigns wait for the end of the pause after the last one. */
  isSpacing(now: number): boolean
  /** Ends a send. */
  end(begun: Begun, result: SendResult | { status: 'dropped' }, now: number): Change
  /** The connection is online again, so nothing waits for the end of a pause. */
  reopen(): void
  /** When the last send began for which the connection was offline; undefined: it is not known to be offline. */
  heldSince(): number | undefined
  /** In ms, until there is more capacity, or a pause ends; undefined if waiting alone brings nothing. */
  capacityIn(now: number): number | undefined
  /** Whether nothing is in flight and there is no state to keep. */
  isIdle(now: number): boolean
}

export function createLane(pace: Pace, offline: Backoff): Lane {
  const tokens = { all: createTokenBucket(pace.perSecond), automatic: createTokenBucket(pace.automatic.perSecond) }
  const inFlight = { all: 0, automatic: 0 }
  /** How often in a row the connection was offline, the last time, when that send began, and the end of the pause after it. */
  let held = { times: 0, at: -Infinity, begunAt: -Infinity, until: -Infinity }
  /** The end of the pause after the last message of a campaign. */
  let spacedUntil = -Infinity
  return { capacity, begin, isSpacing, end, reopen, heldSince, capacityIn, isIdle }

  function capacity(now: number): Capacity {
    if (now < held.until) return { all: 0, automatic: 0 }
    // After a pause a single message tests whether the connection is online.
    const atOnce = held.times > 0 ? 1 : pace.atOnce
    const all = Math.max(0, Math.min(atOnce - inFlight.all, tokens.all.left(now)))
    const automatic = Math.min(pace.automatic.atOnce - inFlight.automatic, tokens.automatic.left(now))
    return { all, automatic: Math.max(0, Math.min(all, automatic)) }
  }

  function begin(entry: Start, now: number): Begun {
    const begun = { at: now, isAutomatic: isAutomatic(entry) }
    space(entry, now)
    inFlight.all += 1
    tokens.all.take(now)
    if (!begun.isAutomatic) return begun
    inFlight.automatic += 1
    tokens.automatic.take(now)
    return begun
  }

  /** The pause counts from when the message should have left; if it is late for longer than that takes, from now on. */
  function space({ spacing = 0, late = 0 }: Start, now: number) {
    if (spacing === 0) return
    const from = late > punctual ? now : now - late * 1000
    spacedUntil = Math.max(spacedUntil, from + spacing * 1000)
  }

  function isSpacing(now: number) {
    return now < spacedUntil
  }

  function end(begun: Begun, result: SendResult | { status: 'dropped' }, now: number): Change {
    inFlight.all -= 1
    if (begun.isAutomatic) inFlight.automatic -= 1
    // Sends that were in flight when the connection went offline do not count again.
    if (result.status === 'dropped' || begun.at < held.at) return undefined
    if (result.status === 'held') return result.limit ? undefined : hold(begun, now)
    if (held.times === 0) return undefined
    reopen()
    return 'released'
  }

  function hold(begun: Begun, now: number): Change {
    const times = held.times + 1
    held = { times, at: now, begunAt: begun.at, until: now + pauseAfter(offline, times) }
    return times === 1 ? 'held' : undefined
  }

  function reopen() {
    held = { times: 0, at: held.at, begunAt: -Infinity, until: -Infinity }
  }

  function heldSince() {
    return held.times > 0 ? held.begunAt : undefined
  }

  function capacityIn(now: number) {
    const waits = [held.until - now, tokens.all.nextIn(now), tokens.automatic.nextIn(now)].filter((wait) => wait > 0)
    if (waits.length > 0) return Math.max(...waits)
    return isSpacing(now) ? spacedUntil - now : undefined
  }

  function isIdle(now: number) {
    const isUnused = tokens.all.isFull(now) && tokens.automatic.isFull(now)
    return inFlight.all === 0 && held.times === 0 && isUnused && !isSpacing(now)
  }
}
