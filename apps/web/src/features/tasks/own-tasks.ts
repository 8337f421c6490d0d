import { useSyncExternalStore } from 'react'
import { type Task, storage } from '../../lib/browser/storage.ts'
import { randomId } from '../../lib/uuid.ts'

/** All of them are drawn at once, and browsers store a few megabytes. */
export const mostTasks = 200
export const longestTask = 500

const none: Task[] = []
let byUser = read()
const watchers = new Set<() => void>()

/** One's own to-do list. This browser alone has it: neither the server nor another device does. */
export const useOwnTasks = (): Task[] => useSyncExternalStore(subscribe, () => byUser[userId()] ?? none)

function subscribe(watch: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === storage.tasks.key) renew()
  }
  watchers.add(watch)
  // Other tabs may have changed it since, and do later.
  byUser = read()
  addEventListener('storage', follow)
  return () => {
    watchers.delete(watch)
    removeEventListener('storage', follow)
  }
}

/** Why a change was not kept: there are as many as fit, or the browser refused to store it. */
export type Refusal = 'full' | 'notStored'

export function addTask(text: string): Refusal | undefined {
  if (ownTasks().length >= mostTasks) return 'full'
  return keep([{ id: randomId(), text, isDone: false, changedAt: now() }, ...ownTasks()])
}

export const changeTask = (id: string, change: Partial<Pick<Task, 'text' | 'isDone'>>): Refusal | undefined =>
  keep(ownTasks().map((task) => (task.id === id ? { ...task, ...change, changedAt: now() } : task)))

export const removeTask = (id: string): Refusal | undefined => keep(ownTasks().filter((task) => task.id !== id))

function keep(tasks: Task[]): Refusal | undefined {
  const wanted = { ...read(), [userId()]: tasks }
  storage.tasks.set(wanted)
  renew()
  return JSON.stringify(byUser) === JSON.stringify(wanted) ? undefined : 'notStored'
}

/** As they are stored now. */
const ownTasks = (): Task[] => read()[userId()] ?? none

function renew(): void {
  byUser = read()
  for (const watch of watchers) watch()
}

function read(): Record<string, Task[]> {
  return storage.tasks.get() ?? {}
}

const userId = () => storage.userId.get() ?? ''
const now = () => new Date().toISOString()
