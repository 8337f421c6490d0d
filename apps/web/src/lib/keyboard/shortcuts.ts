import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { storage } from '../browser/storage.ts'
import { createRegistry } from './registry.ts'

export type ShortcutGroup = 'general' | 'list' | 'ticket' | 'write'

export interface Shortcut {
  /** `j`, `?`, `Enter`, `mod+k`, `alt+1`; mod is Ctrl, and Cmd on a Mac. */
  keys: string
  /** What it does, translated; shown in the list of shortcuts. */
  label: string
  group: ShortcutGroup
  run: () => void
  /** False: listed but disabled. */
  isOn?: boolean
  /** The key is handled elsewhere (Enter in the composer); here it is only listed. */
  isListedOnly?: boolean
}

const registry = createRegistry<{ current: Shortcut }>()
const lettersOffFor = new Set(storage.lettersOffFor.get())
const letterWatchers = new Set<() => void>()

/**
 * Registers shortcuts while the component is mounted. A single letter does nothing while the user types (see
 * `isWriting`), under a dialog, or when turned off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const run = useEffectEvent((keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys)?.run())
  const shape = JSON.stringify(shortcuts)

  useEffect(() => {
    const listed = JSON.parse(shape) as Omit<Shortcut, 'run'>[]
    return registry.add(listed.map((shortcut) => ({ current: { ...shortcut, run: () => run(shortcut.keys) } })))
  }, [shape])
}

/** Whether the key types a character: letters, digits, signs, and dead keys such as ´. */
export const isCharacter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  !ctrlKey && !metaKey && !altKey && (key === 'Dead' || (key.length === 1 && key !== ' '))

export const useListedShortcuts = () => useSyncExternalStore(registry.subscribe, registry.get)

/** Single-letter shortcuts can be turned off (WCAG 2.1.4), because speech input would trigger them. Stored per user. */
export const letters = {
  get: () => !lettersOffFor.has(userId()),
  set: (isOn: boolean) => {
    if (isOn) lettersOffFor.delete(userId())
    else lettersOffFor.add(userId())
    storage.lettersOffFor.set([...lettersOffFor])
    for (const watch of letterWatchers) watch()
  },
  subscribe: (watch: () => void) => {
    letterWatchers.add(watch)
    return () => void letterWatchers.delete(watch)
  },
}

const userId = () => storage.userId.get() ?? ''

/** Installs the key listener; the shell calls it once. */
export function installShortcuts(): () => void {
  const writing = watchWriting()
  const listener = (event: KeyboardEvent) => {
    const isInterrupted = writing.isInterruptedAt(event)
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const keys = keysOf(event)
    const isSingleKey = !keys.includes('+')
    if (isSingleKey && (!letters.get() || isInterrupted || isWriting(event.target))) return
    if (isUnderDialog(event.target) && keys !== 'mod+k') return

    // The newest registration wins; when it is removed, the one below works again.
    const found = registry.get().findLast(({ current }) => isSame(current, keys))
    if (!found) return
    event.preventDefault()
    found.current.run()
  }
  document.addEventListener('keydown', listener)
  return () => {
    document.removeEventListener('keydown', listener)
    writing.stop()
  }
}

/**
 * A field can disappear while the user types in it: a colleague takes the ticket and the composer goes. The rest of the
 * word must not act as shortcuts, so letters do nothing until the user does something else.
 */
function watchWriting() {
  let field: Element | undefined
  const stop = new AbortController()
  const forget = () => void (field = undefined)
  const remember = ({ target }: FocusEvent) =>
    void (field = target instanceof Element && isWriting(target) ? target : undefined)
  document.addEventListener('focusin', remember, { signal: stop.signal })
  document.addEventListener('pointerdown', forget, { signal: stop.signal, capture: true })
  return {
    stop: () => stop.abort(),
    isInterruptedAt: ({ key, target }: KeyboardEvent) => {
      if (key.length > 1 && key !== 'Shift' && key !== 'Dead') forget()
      return target === document.body && field !== undefined && !field.isConnected
    },
  }
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
  // With Alt some keyboards type another character (Alt+1 is ¡ on a Mac), so the physical key counts.
  const name = altKey ? code.replace(/^(Digit|Key)/, '') : key
  return [...(ctrlKey || metaKey ? ['mod'] : []), ...(altKey ? ['alt'] : []), name.toLowerCase()].join('+')
}

const writingSelector = 'input, textarea, select, [contenteditable="true"], [role="menu"], [data-writing]'

/** True in a field, in a menu (where letters select an entry), and anywhere in the composer (`data-writing`). */
const isWriting = (target: EventTarget | null) => target instanceof Element && target.closest(writingSelector) !== null

function isUnderDialog(target: EventTarget | null): boolean {
  const dialog = document.querySelector('[aria-modal="true"]')
  return (
    Boolean(dialog) &&
    !(target instanceof Node && dialog?.contains(target) && dialog.hasAttribute('data-hears-shortcuts'))
  )
}
