import { type RefObject, useEffect, useRef } from 'react'

/**
 * On a phone the tabs are scrolled. Scrolls to the one that is open, also when the dialog itself has changed it. When tabs appear,
 * only they are scrolled: what stands above them is read first.
 */
export function useShownTab(tab: string | null): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(tab)
  useEffect(() => {
    const isChanged = before.current !== tab
    before.current = tab
    const open = list.current?.querySelector('[aria-selected="true"]')
    if (!list.current || !open) return
    if (isChanged) open.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    else showWithin(list.current, open)
  }, [tab])
  return list
}

function showWithin(list: HTMLElement, open: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), open.getBoundingClientRect()]
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right
}
