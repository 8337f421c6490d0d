import type { OutboxEntry } from './outbox.repository.ts'

/** In ms. */
const forAnswer = 20_000
/** In bytes per ms: half a megabit per second. */
const slowLine = 64

/**
 * How long a network may take for one entry of the outbox, in ms, until it is tried again. A file is not begun anew while
 * it may still be on its way over a slow line: the tries would stand in each other's way.
 */
export function patienceFor({ action, file_bytes }: Pick<OutboxEntry, 'action' | 'file_bytes'>): number {
  const bytes = action === 'send' ? (file_bytes ?? 0) : 0
  return forAnswer + bytes / slowLine
}
