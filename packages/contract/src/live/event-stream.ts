export interface WireEvent {
  name: string
  payload: unknown
}

interface Handlers {
  /** Fetches the events after a number. */
  fetchMissed: (after: number) => Promise<{ events: WireEvent[]; seq: number; resync: boolean }>
  deliver: (event: WireEvent) => void
  /** Too much was missed: the application must fetch everything again. */
  resync: () => void
}

export type EventStream = ReturnType<typeof createEventStream>

/**
 * Another process may publish an earlier fact some seconds later, so facts of this time (in ms) before the last one are
 * fetched again after a reconnect, but not more than so many.
 */
const overlap = { time: 10_000, facts: 200 }

/**
 * Delivers events in the order of their numbers, across reconnects (R15). Events that arrive while missed ones are
 * being fetched are held back, so that an old state never overwrites a newer one.
 */
export function createEventStream({ fetchMissed, deliver, resync }: Handlers) {
  let seq: number | undefined
  /** All facts up to this number have arrived. */
  let whole = 0
  /** Later ones that have arrived, and when. */
  const heard = new Map<number, number>()
  let held: WireEvent[] | undefined
  let connections = 0

  return {
    /** The socket has connected. Except for the first time, events wait until the missed ones were delivered. */
    begin() {
      connections += 1
      held = seq === undefined ? undefined : []
    },

    receive(event: WireEvent) {
      if (held) held.push(event)
      else pass(event)
    },

    /**
     * The server has sent its newest number. Resolves when the browser has caught up; false if the socket reconnected
     * meanwhile.
     */
    async settle(newest: number): Promise<boolean> {
      if (seq === undefined) {
        seq = newest
        whole = newest
        return true
      }
      const connection = connections
      const missed = await missedSince(whole)
      if (connection !== connections) return false

      const waiting = held ?? []
      held = undefined
      if (!missed || missed.resync) {
        seq = Math.max(newest, missed?.seq ?? 0)
        resync()
      } else {
        for (const event of missed.events) if (!isHeard(event)) deliver(event)
        seq = Math.max(seq, missed.seq)
      }
      const reached = seq
      whole = seq
      heard.clear()
      for (const event of waiting) if (!isIncluded(event, reached, missed?.resync)) pass(event)
      return true
    },

    /** Resets the stream for another session. */
    forget() {
      seq = undefined
      whole = 0
      heard.clear()
      held = undefined
      connections += 1
    },
  }

  async function missedSince(after: number) {
    try {
      return await fetchMissed(after)
    } catch {
      // After any error the application fetches everything again, which shows the error if it persists.
      return undefined
    }
  }

  function pass(event: WireEvent) {
    const number = numberOf(event)
    if (number !== undefined) note(number)
    deliver(event)
  }

  function note(number: number) {
    if (seq === undefined) whole = number
    seq = Math.max(seq ?? 0, number)
    heard.delete(number)
    heard.set(number, performance.now())
    for (const [early, at] of heard) {
      if (heard.size <= overlap.facts && performance.now() - at <= overlap.time) break
      heard.delete(early)
      whole = Math.max(whole, early)
    }
  }

  function isHeard(event: WireEvent): boolean {
    const number = numberOf(event)
    return number !== undefined && heard.has(number)
  }
}

/**
 * Whether an event was among the missed ones. After a resync none was, because an event that is newer than the fetch
 * must not be lost.
 */
function isIncluded(event: WireEvent, reached: number, isResync: boolean | undefined): boolean {
  const number = numberOf(event)
  return !isResync && number !== undefined && number <= reached
}

function numberOf({ payload }: WireEvent): number | undefined {
  if (typeof payload !== 'object' || payload === null || !('seq' in payload)) return undefined
  return typeof payload.seq === 'number' ? payload.seq : undefined
}
