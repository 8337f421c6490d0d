import { useEffect } from 'react'

/**
 * Returns the focus to where it was before a dialog opened. The library does that only for dialogs that are closed;
 * ours are unmounted.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement
    const opener = openerOf(before)
    return () => {
      // The removed element keeps the focus until the next frame, and somebody else may take the focus meanwhile.
      requestAnimationFrame(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const target = [before, opener].find((element) => element instanceof HTMLElement && element.isConnected)
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    }
  }, [])
}

/** The button that opened a menu: the menu's entry itself is gone by then. */
function openerOf(element: Element | null): Element | null {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}
