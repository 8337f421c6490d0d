export interface WireEvent {
  name: string
  payload: unknown
}

interface Wires {
  /** The events after a number, from the server. */
  fetchMissed: (after: number) => Promise<{ events: WireEvent[]; seq: number; resync: boolean }>
  deliver: (event: WireEvent) => void
  /** Too much was missed: everything is to be fetched anew. */
  resync: () => void
}

export type EventStream = ReturnType<typeof createEventStream>

/**
 * Events in the order of their numbers, across lost lines (R15). While the missed ones are being fetched, those that
 * arrive are held back, so that an old state never overwrites a newer one.
 */
export function createEventStream({ fetchMissed, deliver, resync }: Wires) {
  let seq: number | undefined
  let held: WireEvent[] | undefined
  let lines = 0

  return {
    /** A line is up. On all but the first, what arrives waits for what was missed. */
    begin() {
      lines += 1
      held = seq === undefined ? undefined : []
    },

    receive(event: WireEvent) {
      if (held) held.push(event)
      else pass(event)
    },

    /** The server has said how far it is. Resolves when the browser is as far; false: the line was lost meanwhile. */
    async settle(newest: number): Promise<boolean> {
      if (seq === undefined) {
        seq = newest
        return true
      }
      const line = lines
      const missed = await missedSince(seq)
      if (line !== lines) return false

      const waiting = held ?? []
      held = undefined
      if (!missed || missed.resync) {
        seq = Math.max(newest, missed?.seq ?? 0)
        resync()
      } else {
        for (const event of missed.events) pass(event)
        seq = Math.max(seq, missed.seq)
      }
      const reached = seq
      for (const event of waiting) if (!isIncluded(event, reached, missed?.resync)) pass(event)
      return true
    },

    /** Of another session nothing is known. */
    forget() {
      seq = undefined
      held = undefined
      lines += 1
    },
  }

  async function missedSince(after: number) {
    try {
      return await fetchMissed(after)
    } catch {
      // Whatever it was: a fresh fetch of what is on screen says why, and is right when it works.
      return undefined
    }
  }

  function pass(event: WireEvent) {
    const number = numberOf(event)
    if (number !== undefined && number > (seq ?? 0)) seq = number
    deliver(event)
  }
}

/** Already among the missed ones. After a resync nothing is: an event that is newer than the fetch must not be lost. */
function isIncluded(event: WireEvent, reached: number, isResync: boolean | undefined): boolean {
  const number = numberOf(event)
  return !isResync && number !== undefined && number <= reached
}

function numberOf({ payload }: WireEvent): number | undefined {
  if (typeof payload !== 'object' || payload === null || !('seq' in payload)) return undefined
  return typeof payload.seq === 'number' ? payload.seq : undefined
}
