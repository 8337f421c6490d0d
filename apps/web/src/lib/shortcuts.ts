import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createRegistry } from './registry.ts'

export type ShortcutGroup = 'general' | 'list' | 'ticket' | 'write'

export interface Shortcut {
  /** `j`, `?`, `Enter`, `mod+k`, `alt+1`; mod is Ctrl, and Cmd on a Mac. */
  keys: string
  /** What it does, translated; shown in the list of shortcuts. */
  label: string
  group: ShortcutGroup
  run: () => void
  /** Listed, but now without effect. */
  isOn?: boolean
  /** The key is handled where it is pressed (Enter in the composer); here it is only listed. */
  isListedOnly?: boolean
}

const registry = createRegistry<{ current: Shortcut }>()
let lettersOn = true
const letterWatchers = new Set<() => void>()

/** Keys that work while the component is there. One letter alone never works in a field, under a dialog, or if switched off. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys)?.run())
  const shape = JSON.stringify(shortcuts)

  useEffect(() => {
    const listed = JSON.parse(shape) as Omit<Shortcut, 'run'>[]
    return registry.add(listed.map((shortcut) => ({ current: { ...shortcut, run: () => run(shortcut.keys) } })))
  }, [shape])
}

export const useListedShortcuts = () => useSyncExternalStore(registry.subscribe, registry.get)

/** One-letter keys can be switched off (WCAG 2.1.4): who dictates would press them by speaking. */
export const letters = {
  get: () => lettersOn,
  set: (isOn: boolean) => {
    lettersOn = isOn
    for (const watch of letterWatchers) watch()
  },
  subscribe: (watch: () => void) => {
    letterWatchers.add(watch)
    return () => void letterWatchers.delete(watch)
  },
}

/** Installed once, by the shell. */
export function hearShortcuts(): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const keys = keysOf(event)
    const isLetter = !keys.includes('+')
    if (isLetter && (!lettersOn || isTyping(event.target))) return
    if (isUnderDialog(event.target) && keys !== 'mod+k') return

    // The newest first: what lies on top has its keys back when it goes.
    const found = registry.get().findLast(({ current }) => isSame(current, keys))
    if (!found) return
    event.preventDefault()
    found.current.run()
  }
  document.addEventListener('keydown', hear)
  return () => document.removeEventListener('keydown', hear)
}

const isSame = ({ keys, isOn = true, isListedOnly = false }: Shortcut, pressed: string) =>
  isOn && !isListedOnly && keys.toLowerCase() === pressed

export function keysOf({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  // With Alt some keyboards write another sign (Alt+1 is ¡ on a Mac): the place of the key counts.
  const name = altKey ? code.replace(/^(Digit|Key)/, '') : key
  return [...(ctrlKey || metaKey ? ['mod'] : []), ...(altKey ? ['alt'] : []), name.toLowerCase()].join('+')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function isUnderDialog(target: EventTarget | null): boolean {
  const dialog = document.querySelector('[aria-modal="true"]')
  return (
    Boolean(dialog) &&
    !(target instanceof Node && dialog?.contains(target) && dialog.hasAttribute('data-hears-shortcuts'))
  )
}
