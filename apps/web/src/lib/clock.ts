import { useSyncExternalStore } from 'react'

/** One shared clock for all relative times on screen; it ticks every 15 seconds. */
const tick = 15_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of watchers) each()
  }, tick)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

export function useNow(): number {
  return useSyncExternalStore(watch, () => {
    if (!timer) now = lastTick(Date.now())
    return now
  })
}

const lastTick = (moment: number) => moment - (moment % tick)

/** At least one minute, so that nobody waits "0 min". */
export const waitedSince = (since: string, now: number): number => Math.max(60_000, now - Date.parse(since))
