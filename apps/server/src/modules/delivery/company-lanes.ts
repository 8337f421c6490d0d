import type { Backoff, Pace, SendResult } from '@guiche/channel'
import { type Change, type Lane, type Room, createLane } from './lane.ts'
import { isAutomatic } from './priorities.ts'

/** Sends of a company that may be on their way at the same time, over all of its connections. */
const most: Room = { all: 500, automatic: 400 }

/** A connection with less room than the pace of its channel gives. */
export interface BusyConnection extends Room {
  connection_id: number
}

interface Sending {
  connection_id: number
  channel: string
  priority: number
}

/** The connections of one company, as far as anything is on its way on them or they are paused. */
export interface CompanyLanes {
  room(): Room
  busy(): BusyConnection[]
  /** Gives what is to be called with the result. */
  begin(entry: Sending): (result: SendResult | { status: 'dropped' }) => Change
  /** These have a line now; one that had none before has no pause to wait for. */
  serve(connectionIds: readonly number[]): void
  /** In ms, until a connection has room again that it lacks now; undefined where time alone brings none. */
  roomIn(): number | undefined
}

interface Options {
  paceOf: (channel: string) => Pace
  noLine: Backoff
}

export function createCompanyLanes({ paceOf, noLine }: Options, now: () => number = Date.now): CompanyLanes {
  const lanes = new Map<number, Lane>()
  const onTheWay: Room = { all: 0, automatic: 0 }
  let served = new Set<number>()
  return { room, busy, begin, serve, roomIn }

  function room(): Room {
    const all = Math.max(0, most.all - onTheWay.all)
    return { all, automatic: Math.max(0, Math.min(all, most.automatic - onTheWay.automatic)) }
  }

  function busy() {
    for (const [id, lane] of lanes) if (lane.isIdle(now())) lanes.delete(id)
    return [...lanes].map(([connection_id, lane]) => ({ connection_id, ...lane.room(now()) }))
  }

  function begin(entry: Sending) {
    const lane = lanes.get(entry.connection_id) ?? createLane(paceOf(entry.channel), noLine)
    lanes.set(entry.connection_id, lane)
    const begun = lane.begin(entry, now())
    count(entry, 1)
    return (result: SendResult | { status: 'dropped' }) => {
      count(entry, -1)
      return lane.end(begun, result, now())
    }
  }

  function count(entry: Sending, by: 1 | -1) {
    onTheWay.all += by
    if (isAutomatic(entry)) onTheWay.automatic += by
  }

  function serve(connectionIds: readonly number[]) {
    for (const id of connectionIds) if (!served.has(id)) lanes.get(id)?.reopen()
    served = new Set(connectionIds)
  }

  function roomIn() {
    const waits = [...lanes.values()].flatMap((lane) => lane.roomIn(now()) ?? [])
    return waits.length > 0 ? Math.min(...waits) : undefined
  }
}
