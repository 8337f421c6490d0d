import { useEffect } from 'react'
import { useWindowFocus } from '../../lib/browser/window-focus.ts'

// Missing where the page is served without TLS: each tab then knows only about itself.
const locks = navigator.locks as LockManager | undefined
const nameOf = (uuid: string) => `looked-at:${uuid}`

/**
 * Lets the other tabs know which conversation this one shows in a focused window. A lock is held for it, because it
 * ends with its tab also when the browser kills that.
 */
export function useLookedAt(uuid: string | undefined): void {
  const isFocused = useWindowFocus()
  useEffect(() => {
    if (!locks || !isFocused || uuid === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    void locks.request(nameOf(uuid), { mode: 'shared' }, () => promise)
    return resolve
  }, [isFocused, uuid])
}

/** True when a tab of this browser shows the conversation in a focused window. */
export async function isLookedAt(uuid: string): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {}
  return held.some(({ name }) => name === nameOf(uuid))
}
