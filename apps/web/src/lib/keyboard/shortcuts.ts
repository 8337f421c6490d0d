import { storage } from '../browser/storage.ts'
import { type Action, currentActions } from './actions.ts'
import { keysFor } from './chosen-keys.ts'

const lettersOffFor = new Set(storage.lettersOffFor.get())
const letterWatchers = new Set<() => void>()

/** Whether the key types a character: letters, digits, signs, and dead keys such as ´. */
export const isCharacter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) =>
  !ctrlKey && !metaKey && !altKey && (key === 'Dead' || (key.length === 1 && key !== ' '))

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
    if (isUnderDialog(event.target) && keys !== keysFor('mod+k')) return

    // The newest registration wins; when it is removed, the one below works again.
    const found = currentActions().findLast((action) => isSame(action, keys))
    if (!found) return
    event.preventDefault()
    found.run()
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

const isSame = ({ keys, isOn = true }: Action, pressed: string) =>
  isOn && keys !== undefined && keysFor(keys).toLowerCase() === pressed

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
