import type { ConnectionHealth, HealthMark } from '@guiche/contract'

export interface StateChange {
  kind: string
  at: number
}

const halfHour = 30 * 60_000
export const marksShown = 48
export const healthSpan = marksShown * halfHour

type State = 'online' | 'offline' | 'none'

/** The state after an event. Events that are not listed do not change it. */
const states: Record<string, State> = {
  connected: 'online',
  lost: 'offline',
  stopped: 'offline',
  ended: 'offline',
  unlinked: 'none',
}

/** The last 24 hours of one connection. `changes` are in order and include the last ones before that time. */
export function healthOf(changes: readonly StateChange[], now: number): Omit<ConnectionHealth, 'connectionId'> {
  const spans = spansOf(changes, now)
  const marks = Array.from({ length: marksShown }, (_, nth) => {
    const from = now - healthSpan + nth * halfHour
    return markOf(timeOf(spans, 'online', from, from + halfHour), timeOf(spans, 'offline', from, from + halfHour))
  })
  const [online, offline] = (['online', 'offline'] as const).map((state) => timeOf(spans, state, now - healthSpan, now))
  const known = (online ?? 0) + (offline ?? 0)
  return { marks, share: known > 0 ? (online ?? 0) / known : null }
}

export interface Span {
  state: State
  from: number
  to: number
}

/** In order, without gaps. A phone that was never linked cannot go offline. */
export function spansOf(changes: readonly StateChange[], now: number): Span[] {
  const spans: Span[] = []
  let [state, from]: [State, number] = ['none', 0]
  for (const { kind, at } of changes) {
    const next: State = states[kind] ?? state
    if (next === state || (state === 'none' && next === 'offline')) continue
    spans.push({ state, from, to: at })
    ;[state, from] = [next, at]
  }
  return [...spans, { state, from, to: now }]
}

const timeOf = (spans: Span[], state: State, from: number, to: number): number =>
  spans
    .filter((span) => span.state === state)
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)

function markOf(online: number, offline: number): HealthMark {
  if (online + offline === 0) return 'none'
  if (offline === 0) return 'up'
  return offline < online ? 'shaky' : 'down'
}
