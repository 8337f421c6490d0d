import type { PresenceEvent } from '@guiche/contract'
import { useSyncExternalStore } from 'react'

/** Which customers are typing or recording. The end is not reliably reported, so the state expires. */
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

/** A message from the customer ends their typing state. */
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
