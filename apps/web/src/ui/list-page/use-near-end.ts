import { useEffect, useEffectEvent, useRef } from 'react'
import { numbers } from '../numbers.ts'

/**
 * Calls `onNear` when a list is scrolled near its end (docs/requirements/workspace.md, section 9). Put the ref on its
 * last element.
 */
export function useNearEnd<E extends HTMLElement>(onNear: () => void, isOn: boolean) {
  const end = useRef<E>(null)
  const near = useEffectEvent(onNear)

  useEffect(() => {
    if (!isOn || !end.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near()
      },
      { root: scroller(end.current), rootMargin: `${numbers.nearListEnd}px` },
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
