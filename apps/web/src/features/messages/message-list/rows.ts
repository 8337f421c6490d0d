import type { MessageView } from '@guiche/contract'
import type { Entry } from './timeline.ts'

/** The messages that a row shows. */
export function messagesIn(row: Entry): readonly MessageView[] {
  if (row.kind === 'album') return row.messages
  return row.kind === 'message' ? [row.message] : []
}

/** A row that keeps its neighbours when older messages are loaded above it; the dividers of that place move. */
const isSteady = ({ kind }: Entry): boolean => kind === 'message' || kind === 'send' || kind === 'log'

/** A row that the arrow keys stop at. */
export const isStop = ({ kind }: Entry): boolean => kind === 'message' || kind === 'album' || kind === 'send'

/** The first steady row from `index` on; -1 if there is none. */
export function steadyFrom(rows: readonly Entry[], index: number): number {
  return nextWhere(rows, index, 1, isSteady)
}

/** The next row for the arrow keys from `index` in steps of 1 or -1, `index` included; -1 if there is none. */
export function stopFrom(rows: readonly Entry[], index: number, step: 1 | -1): number {
  return nextWhere(rows, index, step, isStop)
}

function nextWhere(rows: readonly Entry[], index: number, step: 1 | -1, isWanted: (row: Entry) => boolean): number {
  for (let at = index; at >= 0 && at < rows.length; at += step) {
    const row = rows[at]
    if (row && isWanted(row)) return at
  }
  return -1
}

/** Whether rows were added above the first one, as when older messages are loaded. */
export function isGrownAbove(before: readonly Entry[], after: readonly Entry[]): boolean {
  const first = before.find(isSteady)
  return first !== undefined && after.length > before.length && after.find(isSteady)?.key !== first.key
}

/** The index of the last of `sorted` that is at most `limit`; undefined if there is none. */
export function lastUpTo(sorted: readonly number[], limit: number): number | undefined {
  return sorted.findLast((index) => index <= limit)
}
