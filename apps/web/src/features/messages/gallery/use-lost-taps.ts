import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** In ms. A click follows its touch sooner. */
const patience = 150

const buttonAt = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest<HTMLElement>('button, a') : null

/**
 * Browsers make no click of a tap that follows a swipe at once, as if it stopped a scroll. These handlers press the
 * button then.
 */
export function useLostTaps() {
  const touched = useRef<HTMLElement | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      touched.current = event.pointerType === 'touch' ? buttonAt(event) : null
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const button = touched.current
      touched.current = null
      if (!button || button !== buttonAt(event)) return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => button.click(), patience)
    },
    onClickCapture: (_event: MouseEvent) => clearTimeout(waiting.current),
  }
}
