import { performance } from 'node:perf_hooks'

/**
 * Work that can wait, such as the messages of campaigns, takes what people leave of this process: while they work, as much
 * as the event loop has time for. Nobody has to configure how much that is, and without people there is no limit.
 */
export interface SpareTime {
  /** A person waits for something that this process does now. */
  notePerson(): void
  /** How many pieces of work may begin now. */
  left(): number
  /** So many have begun. */
  use(count: number): void
}

/** In ms: how long a person who has done something is taken into account. */
const present = 2000
/** The part of the time for which the event loop may be busy, all work included. */
const calm = 0.5
/** In ms: when the next piece of work may begin. It goes on slowly on a busy process too. */
const pause = { calm: 25, busy: 100 }
/** How many pieces may begin at once. */
const most = 4

interface Clock {
  /** In ms. */
  now(): number
  /** The part of the time since the last question in which the event loop was busy. */
  load(): number
}

export function createSpareTime(
  { now, load }: Clock = { now: () => performance.now(), load: loadOfLoop() },
): SpareTime {
  let personAt = -Infinity
  let askedAt = -Infinity
  let pieces = most
  return {
    notePerson: () => void (personAt = now()),
    left,
    use: (count) => void (pieces = Math.max(0, pieces - count)),
  }

  function left(): number {
    const at = now()
    if (at - personAt > present) return Infinity
    // A shorter time says little about the load.
    if (at - askedAt < pause.calm) return Math.floor(pieces)
    pieces = Math.min(most, pieces + (at - askedAt) / (load() < calm ? pause.calm : pause.busy))
    askedAt = at
    return Math.floor(pieces)
  }
}

function loadOfLoop(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
}
