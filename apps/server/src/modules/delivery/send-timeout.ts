import type { OutboxEntry } from './outbox.repository.ts'

/** In ms. */
const answerTimeout = 20_000
/** In bytes per ms: half a megabit per second. */
const slowLine = 64

/**
 * How long a network may take for one entry of the outbox, in ms, before it is tried again. The time grows with the file:
 * a second try of a file that is still on its way over a slow line would only slow down the first.
 */
export function sendTimeout({ action, file_bytes }: Pick<OutboxEntry, 'action' | 'file_bytes'>): number {
  const bytes = action === 'send' ? (file_bytes ?? 0) : 0
  return answerTimeout + bytes / slowLine
}
