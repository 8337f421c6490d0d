import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls when the end of a scrolling list comes within 100 px (docs/requirements/workspace.md, section 9). Put the ref last in it. */
export function useNearEnd<E extends HTMLElement>(onNear: () => void, isOn: boolean) {
  const end = useRef<E>(null)
  const near = useEffectEvent(onNear)

  useEffect(() => {
    if (!isOn || !end.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near()
      },
      { root: scroller(end.current), rootMargin: '100px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isOn])

  return end
}

function scroller(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return null
}
