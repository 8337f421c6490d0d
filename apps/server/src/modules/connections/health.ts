import type { ConnectionHealth, HealthMark } from '@guiche/contract'

export interface StateChange {
  kind: string
  at: number
}

const halfHour = 30 * 60_000
export const marksShown = 48
export const healthSpan = marksShown * halfHour

type Line = 'there' | 'away' | 'none'

/** What an event means for the line; those that are not named leave it as it was. */
const lines: Record<string, Line> = {
  connected: 'there',
  lost: 'away',
  stopped: 'away',
  ended: 'away',
  unlinked: 'none',
}

/** The last 24 hours of one connection, from its events in their order. What came before them is among them. */
export function healthOf(changes: readonly StateChange[], now: number): Omit<ConnectionHealth, 'connectionId'> {
  const spans = spansOf(changes, now)
  const marks = Array.from({ length: marksShown }, (_, nth) => {
    const from = now - healthSpan + nth * halfHour
    return markOf(timeOf(spans, 'there', from, from + halfHour), timeOf(spans, 'away', from, from + halfHour))
  })
  const [there, away] = (['there', 'away'] as const).map((line) => timeOf(spans, line, now - healthSpan, now))
  const known = (there ?? 0) + (away ?? 0)
  return { marks, share: known > 0 ? (there ?? 0) / known : null }
}

interface Span {
  line: Line
  from: number
  to: number
}

/** A phone that was never linked has no line to lose. */
function spansOf(changes: readonly StateChange[], now: number): Span[] {
  const spans: Span[] = []
  let [line, from]: [Line, number] = ['none', 0]
  for (const { kind, at } of changes) {
    const next: Line = lines[kind] ?? line
    if (next === line || (line === 'none' && next === 'away')) continue
    spans.push({ line, from, to: at })
    ;[line, from] = [next, at]
  }
  return [...spans, { line, from, to: now }]
}

const timeOf = (spans: Span[], line: Line, from: number, to: number): number =>
  spans
    .filter((span) => span.line === line)
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0)

function markOf(there: number, away: number): HealthMark {
  if (there + away === 0) return 'none'
  if (away === 0) return 'up'
  return away < there ? 'shaky' : 'down'
}
