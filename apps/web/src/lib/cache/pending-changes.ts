import { type PendingChangeView, api } from '@guiche/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError, call } from '../api.ts'
import { onLogout } from '../session-store.ts'

/** A change that the user has asked for and may still undo. Until it is done, only this user's screen shows it as done. */
export interface PendingChange extends PendingChangeView {
  /** When it is due, by `performance.now()`. */
  until: number
}

let pending: readonly PendingChange[] = []
/** What has ended stays ended: the answer to the question for it, or a list from before, may arrive later. */
let ended: ReadonlySet<number> = new Set()
const watchers = new Set<() => void>()

function set(next: readonly PendingChange[]) {
  pending = next
  for (const watch of watchers) watch()
}

const withTime = (view: PendingChangeView): PendingChange => ({ ...view, until: performance.now() + view.dueIn })

/** The newer change of a ticket or message replaces the older. Other tabs of the user are told of it too. */
export function addPendingChange(view: PendingChangeView): void {
  if (ended.has(view.id) || pending.some(({ id }) => id === view.id)) return
  const others = pending.filter(({ ticketId, messageId }) => ticketId !== view.ticketId || messageId !== view.messageId)
  set([...others, withTime(view)])
}

/** It was done, stopped or undone. */
export function forgetPendingChange(changeId: number): PendingChange | undefined {
  ended = new Set([...ended, changeId])
  const change = known(changeId)
  if (change) set(pending.filter(({ id }) => id !== changeId))
  return change
}

/** Those that the server has: after a reload, and when the end of one was not heard. */
export async function fetchPendingChanges(): Promise<void> {
  const before = pending
  const views = await call(api.listPendingChanges)
  const listed = views.filter(({ id }) => !ended.has(id)).map((view) => known(view.id) ?? withTime(view))
  // Asked for since then; the list may be older.
  const newer = pending.filter(({ id }) => [...before, ...listed].every((other) => other.id !== id))
  set([...listed, ...newer])
}

const known = (changeId: number) => pending.find(({ id }) => id === changeId)

/** Throws ERR_NO_PENDING_CHANGE if it is too late. */
export async function undoPendingChange(id: number): Promise<void> {
  await call(api.undoPendingChange, { params: { id } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) forgetPendingChange(id)
    throw error
  })
  forgetPendingChange(id)
}

onLogout(() => set([]))

function subscribe(watch: () => void) {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

export const usePendingChanges = (): readonly PendingChange[] => useSyncExternalStore(subscribe, () => pending)

/** Tickets that the user has closed, ignored or transferred. */
export function useHiddenTickets(): ReadonlySet<number> {
  const changes = usePendingChanges()
  return useMemo(
    () => new Set(changes.flatMap(({ kind, ticketId }) => (kind === 'delete' ? [] : [ticketId]))),
    [changes],
  )
}

/** Messages that the user has deleted. */
export function useHiddenMessages(): ReadonlySet<number> {
  const changes = usePendingChanges()
  return useMemo(() => new Set(changes.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]))), [changes])
}
