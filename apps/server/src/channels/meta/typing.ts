import type { Customer } from '@guiche/channel'

/** In ms. The bubble of somebody who types is shown for longer. */
const every = 20_000

/** Whether to show a customer that somebody types: not again while they still see it. */
export function createTypingRhythm(): (to: Customer) => boolean {
  /** When each customer was last shown it. */
  const shown = new Map<string, number>()
  return ({ companyId, connectionId, address }) => {
    const key = `${companyId}:${connectionId}:${address}`
    const now = Date.now()
    if (now - (shown.get(key) ?? 0) < every) return false
    for (const [one, at] of shown) if (now - at >= every) shown.delete(one)
    shown.set(key, now)
    return true
  }
}
