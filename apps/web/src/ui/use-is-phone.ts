import { useSyncExternalStore } from 'react'
import { breakpoints } from './numbers.ts'

const listeners = new Set<() => void>()
let observer: ResizeObserver | undefined

/**
 * Tells of another width of the window and of another font size in the browser. Media queries tell scripts only of the
 * first, so an element is watched that is as wide as the window and as high as a rem.
 */
function watchSizes(): ResizeObserver {
  const probe = document.createElement('div')
  Object.assign(probe.style, { position: 'fixed', inset: '0 0 auto', height: '1rem', visibility: 'hidden' })
  document.body.append(probe)
  const watching = new ResizeObserver(() => {
    for (const listener of listeners) listener()
  })
  watching.observe(probe)
  return watching
}

function subscribe(listener: () => void): () => void {
  observer ??= watchSizes()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** In px of the usual font size: with a larger one in the browser, a window has space for less. */
const useIsBelow = (px: number): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(`(max-width: ${(px - 1) / 16}rem)`).matches)

export const useIsPhone = (): boolean => useIsBelow(breakpoints.phone)
export const useIsNarrow = (): boolean => useIsBelow(breakpoints.narrow)
export const useHasRoomForMenu = (): boolean => !useIsBelow(breakpoints.wide)
