import { useSyncExternalStore } from 'react'
import { storage } from '../../../../lib/browser/storage.ts'
import { numbers } from '../../../../ui/numbers.ts'

/** The choice stays in this browser. */
const speeds: readonly number[] = numbers.playbackSpeeds
const stored = storage.playbackRate.get()
let chosen = stored !== undefined && speeds.includes(stored) ? stored : 1
const watchers = new Set<() => void>()

/** One speed for all sounds. */
export const speed = {
  get: () => chosen,
  next: () => {
    chosen = speeds[(speeds.indexOf(chosen) + 1) % speeds.length] ?? 1
    storage.playbackRate.set(chosen)
    for (const watch of watchers) watch()
  },
  subscribe: (watch: () => void) => {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
}

export const useSpeed = () => useSyncExternalStore(speed.subscribe, speed.get)
