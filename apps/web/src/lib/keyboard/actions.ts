import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { type ActionGroup, type UsualKeys, catalog } from './catalog.ts'
import { createRegistry } from './registry.ts'

/** Something that the user can do on what is on screen. Shortcuts and command palette both read these. */
export interface Action {
  /** Its usual shortcut. Without one the action is in the palette only. */
  keys?: UsualKeys
  /** What it does, translated. */
  label: string
  group: ActionGroup
  icon?: ComponentType<IconProps>
  run: () => void
  /** False: it cannot be done now. */
  isOn?: boolean
}

const registry = createRegistry<{ current: Action }>()

/** Offers actions while the component is mounted, by shortcut and in the palette. */
export function useActions(actions: readonly Action[]): void {
  const run = useEffectEvent((index: number) => actions[index]?.run())
  const all = useEffectEvent(() => actions)
  const shape = JSON.stringify(actions.map(({ keys, label, group, isOn }) => [keys, label, group, isOn]))

  useEffect(
    () => registry.add(all().map((action, index) => ({ current: { ...action, run: () => run(index) } }))),
    [shape],
  )
}

export const currentActions = () => registry.get().map(({ current }) => current)
export const useCurrentActions = () => useSyncExternalStore(registry.subscribe, registry.get)

/** The place of an action in the list of shortcuts; those without keys come last. */
export function placeOf({ keys }: Action): number {
  const place = catalog.findIndex((entry) => entry.keys === keys)
  return place < 0 ? catalog.length : place
}
