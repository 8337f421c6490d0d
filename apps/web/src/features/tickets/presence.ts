import type { PresenceEvent } from '@guiche/contract'
import { useSyncExternalStore } from 'react'

/** Who of the customers is writing or speaking just now. Nobody says for sure when they stop: it is forgotten after a while. */
type Doing = 'composing' | 'recording'
const lasts = 12_000

const doing = new Map<number, Doing>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const watchers = new Set<() => void>()

export function applyPresence({ ticketId, presence }: PresenceEvent): void {
  clearTimeout(timers.get(ticketId))
  if (presence !== 'composing' && presence !== 'recording') return stop(ticketId)
  doing.set(ticketId, presence)
  timers.set(
    ticketId,
    setTimeout(() => stop(ticketId), lasts),
  )
  tell()
}

/** Who has written is not writing any more. */
export function stopPresence(ticketId: number): void {
  clearTimeout(timers.get(ticketId))
  stop(ticketId)
}

function stop(ticketId: number) {
  timers.delete(ticketId)
  if (doing.delete(ticketId)) tell()
}

function tell() {
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void) {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const usePresence = (ticketId: number): Doing | undefined =>
  useSyncExternalStore(subscribe, () => doing.get(ticketId))
