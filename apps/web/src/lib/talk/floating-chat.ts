import { useSyncExternalStore } from 'react'
import { onLogout } from '../session-store.ts'

let shown: string | undefined
const watchers = new Set<() => void>()

/** The uuid of the chat in the floating panel: the panel is there while it is set. */
export const floatingChat = {
  get: () => shown,
  set: (uuid: string | undefined) => {
    shown = uuid
    for (const watch of watchers) watch()
  },
  subscribe: (watch: () => void) => {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
}

onLogout(() => floatingChat.set(undefined))

export const useFloatingChat = () => useSyncExternalStore(floatingChat.subscribe, floatingChat.get)
