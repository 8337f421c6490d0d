import { useSyncExternalStore } from 'react'
import { storage } from '../browser/storage.ts'
import { type CatalogEntry, type UsualKeys, catalog } from './catalog.ts'

/** Keys that a user has chosen instead of the usual ones. */
type Chosen = Readonly<Record<string, string>>

const none: Chosen = {}
let byUser: Readonly<Record<string, Chosen>> = storage.shortcuts.get() ?? {}
const watchers = new Set<() => void>()

/** The choices of the current user. Stored in the browser, as a keyboard belongs to a place. */
export const chosenKeys = {
  get: (): Chosen => byUser[userId()] ?? none,
  set: (usual: UsualKeys, keys: string) => {
    const { [usual]: _former, ...others } = chosenKeys.get()
    keep(keys === usual ? others : { ...others, [usual]: keys })
  },
  clear: () => keep(none),
  subscribe: (watch: () => void) => {
    watchers.add(watch)
    return () => void watchers.delete(watch)
  },
}

function keep(chosen: Chosen) {
  byUser = { ...byUser, [userId()]: chosen }
  storage.shortcuts.set(byUser)
  for (const watch of watchers) watch()
}

const userId = () => storage.userId.get() ?? ''

export const keysFor = (usual: UsualKeys, chosen: Chosen = chosenKeys.get()): string => chosen[usual] ?? usual

export const useChosenKeys = () => useSyncExternalStore(chosenKeys.subscribe, chosenKeys.get)

/** The keys of a shortcut now. */
export function useKeysFor(usual: UsualKeys): string {
  return keysFor(usual, useChosenKeys())
}

/** Why a shortcut cannot have these keys: they are no shortcut, or would type a character, or have another meaning. */
export type Problem = { kind: 'unfit' | 'types' } | { kind: 'taken'; by: CatalogEntry }

const isOneKey = /^[^\s+]$/u
const isWithAlt = /^alt\+[a-z0-9]$/

export function problemWith(entry: CatalogEntry, keys: string, chosen: Chosen = chosenKeys.get()): Problem | undefined {
  if (keys === entry.keys.toLowerCase()) return takenBy(entry, keys, chosen)
  if (!isOneKey.test(keys) && !isWithAlt.test(keys)) return { kind: 'unfit' }
  // It works while the user writes, where a single key is text.
  if (entry.group === 'write' && isOneKey.test(keys)) return { kind: 'types' }
  return takenBy(entry, keys, chosen)
}

function takenBy(entry: CatalogEntry, keys: string, chosen: Chosen): Problem | undefined {
  const by = catalog.find((other) => other.keys !== entry.keys && keysFor(other.keys, chosen).toLowerCase() === keys)
  return by && { kind: 'taken', by }
}
