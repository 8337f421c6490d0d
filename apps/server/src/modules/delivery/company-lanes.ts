import type { Backoff, Pace, SendResult } from '@guiche/channel'
import { type Change, type Lane, type Capacity, type Start, createLane } from './lanes/lane.ts'
import { isAutomatic } from './lanes/priorities.ts'

/** The most sends of a company that may be in flight at once, over all its connections. */
const most: Capacity = { all: 500, automatic: 400 }

/** A connection that has less capacity than the full pace of its channel. */
export interface BusyConnection extends Capacity {
  connection_id: number
  /** Messages of campaigns wait for the end of a pause. */
  is_spacing: boolean
}

/** `since`: when the last send began for which it was offline, in ms. */
export interface HeldConnection {
  id: number
  since: number
}

interface Sending extends Start {
  connection_id: number
  channel: string
}

/** The connections of one company with sends in flight or a pause. */
export interface CompanyLanes {
  capacity(): Capacity
  busy(): BusyConnection[]
  /** Answers a function to be called with the result. */
  begin(entry: Sending): (result: SendResult | { status: 'dropped' }) => Change
  /** Sets the connections that are online. Those that come back online do not wait for the end of their pause. */
  serve(connectionIds: readonly number[]): void
  /** Connections that wait for the end of a pause because they were offline. */
  held(): HeldConnection[]
  /** These are back: they do not wait for the end of their pause. */
  reopen(connectionIds: readonly number[]): void
  /** In ms, until a connection without capacity has some again; undefined if waiting alone brings none. */
  capacityIn(): number | undefined
}

interface Options {
  paceOf: (channel: string) => Pace
  offline: Backoff
}

export function createCompanyLanes({ paceOf, offline }: Options, now: () => number = Date.now): CompanyLanes {
  const lanes = new Map<number, Lane>()
  const inFlight: Capacity = { all: 0, automatic: 0 }
  let served = new Set<number>()
  return { capacity, busy, begin, serve, held, reopen, capacityIn }

  function capacity(): Capacity {
    const all = Math.max(0, most.all - inFlight.all)
    return { all, automatic: Math.max(0, Math.min(all, most.automatic - inFlight.automatic)) }
  }

  function busy() {
    for (const [id, lane] of lanes) if (lane.isIdle(now())) lanes.delete(id)
    return [...lanes].map(([connection_id, lane]) => ({
      connection_id,
      ...lane.capacity(now()),
      is_spacing: lane.isSpacing(now()),
    }))
  }

  function begin(entry: Sending) {
    const lane = lanes.get(entry.connection_id) ?? createLane(paceOf(entry.channel), offline)
    lanes.set(entry.connection_id, lane)
    const begun = lane.begin(entry, now())
    count(entry, 1)
    return (result: SendResult | { status: 'dropped' }) => {
      count(entry, -1)
      return lane.end(begun, result, now())
    }
  }

  function count(entry: Sending, by: 1 | -1) {
    inFlight.all += by
    if (isAutomatic(entry)) inFlight.automatic += by
  }

  function serve(connectionIds: readonly number[]) {
    reopen(connectionIds.filter((id) => !served.has(id)))
    served = new Set(connectionIds)
  }

  function held() {
    return [...lanes].flatMap(([id, lane]) => {
      const since = lane.heldSince()
      return since === undefined ? [] : { id, since }
    })
  }

  function reopen(connectionIds: readonly number[]) {
    for (const id of connectionIds) lanes.get(id)?.reopen()
  }

  function capacityIn() {
    const waits = [...lanes.values()].flatMap((lane) => lane.capacityIn(now()) ?? [])
    return waits.length > 0 ? Math.min(...waits) : undefined
  }
}
