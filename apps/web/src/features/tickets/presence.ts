import type { PresenceEvent } from '@guiche/contract'
import { useSyncExternalStore } from 'react'

/** Which customers are typing or recording. The end is not reliably reported, so the state expires. */
type Activity = 'composing' | 'recording'
const lasts = 12_000

const activities = new Map<number, Activity>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const watchers = new Set<() => void>()

export function applyPresence({ ticketId, presence }: PresenceEvent): void {
  clearTimeout(timers.get(ticketId))
  if (presence !== 'composing' && presence !== 'recording') return stop(ticketId)
  activities.set(ticketId, presence)
  timers.set(
    ticketId,
    setTimeout(() => stop(ticketId), lasts),
  )
  notify()
}

/** A message from the customer ends their typing state. */
export function stopPresence(ticketId: number): void {
  clearTimeout(timers.get(ticketId))
  stop(ticketId)
}

function stop(ticketId: number) {
  timers.delete(ticketId)
  if (activities.delete(ticketId)) notify()
}

function notify() {
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void) {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const usePresence = (ticketId: number): Activity | undefined =>
  useSyncExternalStore(subscribe, () => activities.get(ticketId))
