import { setTimeout as pause } from 'node:timers/promises'

/** Lets things of one name begin one after the other, at most so many a second. */
export function createTurns(perSecond: number): (name: string) => Promise<void> {
  /** When the next of each name may begin. */
  const free = new Map<string, number>()
  return async (name) => {
    const now = Date.now()
    for (const [one, at] of free) if (at <= now) free.delete(one)
    const at = free.get(name) ?? now
    free.set(name, at + 1000 / perSecond)
    if (at > now) await pause(at - now)
  }
}
