import { type Backoff, type Pace, type SendResult, pauseAfter } from '@guiche/channel'
import { isAutomatic } from './priorities.ts'
import { createTokenBucket } from './token-bucket.ts'

/** How many more sends may begin: of all, and of those that no person has written. */
export interface Room {
  all: number
  automatic: number
}

/** A send that has begun. */
export interface Begun {
  at: number
  isAutomatic: boolean
}

/** Whether a connection has lost its line, or has it again. */
export type Change = 'held' | 'released' | undefined

/** What one connection has on its way, and may have. Times are in ms, of the caller's clock. */
export interface Lane {
  room(now: number): Room
  begin(entry: { priority: number }, now: number): Begun
  /** The send has come to an end. */
  end(begun: Begun, result: SendResult | { status: 'dropped' }, now: number): Change
  /** The connection has a line again: nothing waits for the end of a pause. */
  reopen(): void
  /** In ms, until there is room that time alone brings; undefined where there is some, or time brings none. */
  roomIn(now: number): number | undefined
  /** Nothing is on its way, and nothing is to be remembered. */
  isIdle(now: number): boolean
}

export function createLane(pace: Pace, noLine: Backoff): Lane {
  const tokens = { all: createTokenBucket(pace.perSecond), automatic: createTokenBucket(pace.automatic.perSecond) }
  const onTheWay = { all: 0, automatic: 0 }
  /** Times in a row that there was no line, the last of them, and the end of the pause after it. */
  let held = { times: 0, at: -Infinity, until: -Infinity }
  return { room, begin, end, reopen, roomIn, isIdle }

  function room(now: number): Room {
    if (now < held.until) return { all: 0, automatic: 0 }
    // One message finds out whether there is a line again.
    const atOnce = held.times > 0 ? 1 : pace.atOnce
    const all = Math.max(0, Math.min(atOnce - onTheWay.all, tokens.all.left(now)))
    const automatic = Math.min(pace.automatic.atOnce - onTheWay.automatic, tokens.automatic.left(now))
    return { all, automatic: Math.max(0, Math.min(all, automatic)) }
  }

  function begin(entry: { priority: number }, now: number): Begun {
    const begun = { at: now, isAutomatic: isAutomatic(entry) }
    onTheWay.all += 1
    tokens.all.take(now)
    if (!begun.isAutomatic) return begun
    onTheWay.automatic += 1
    tokens.automatic.take(now)
    return begun
  }

  function end(begun: Begun, result: SendResult | { status: 'dropped' }, now: number): Change {
    onTheWay.all -= 1
    if (begun.isAutomatic) onTheWay.automatic -= 1
    // What was on its way when the line was lost says nothing new.
    if (result.status === 'dropped' || begun.at < held.at) return undefined
    if (result.status === 'held') return result.limit ? undefined : hold(now)
    if (held.times === 0) return undefined
    reopen()
    return 'released'
  }

  function hold(now: number): Change {
    const times = held.times + 1
    held = { times, at: now, until: now + pauseAfter(noLine, times) }
    return times === 1 ? 'held' : undefined
  }

  function reopen() {
    held = { times: 0, at: held.at, until: -Infinity }
  }

  function roomIn(now: number) {
    const waits = [held.until - now, tokens.all.nextIn(now), tokens.automatic.nextIn(now)].filter((wait) => wait > 0)
    return waits.length > 0 ? Math.max(...waits) : undefined
  }

  function isIdle(now: number) {
    return onTheWay.all === 0 && held.times === 0 && tokens.all.left(now) >= pace.perSecond
  }
}
