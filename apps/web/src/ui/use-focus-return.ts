import { useEffect } from 'react'

/**
 * When a dialog goes, the focus is again where it was when it came. The library does so for one that is shut; ours are
 * taken away whole.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement
    const opener = openerOf(before)
    return () => {
      // What is taken away has the focus until the browser has drawn; and somebody else may want it.
      requestAnimationFrame(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const target = [before, opener].find((element) => element instanceof HTMLElement && element.isConnected)
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    }
  }, [])
}

/** Of an entry of a menu, which is gone by then: the button that opened the menu. */
function openerOf(element: Element | null): Element | null {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}
