import { type PointerEvent, type SyntheticEvent, type TouchEvent, useEffect, useRef } from 'react'

/** In ms, as usual on phones; after that the browser would start to select text. */
const delay = 450
/** In px: a finger that moves further is scrolling. */
const tolerance = 10

/** Detects a long press by touch; a mouse uses the context menu. */
export function useLongPress(onLongPress: () => void) {
  const pressed = useRef<{ timer: number; x: number; y: number; isDone: boolean }>(undefined)
  const cancel = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
  }
  useEffect(() => cancel, [])

  function begin({ pointerType, clientX: x, clientY: y }: PointerEvent) {
    cancel()
    if (pointerType !== 'touch') return
    const press = { timer: 0, x, y, isDone: false }
    press.timer = window.setTimeout(() => {
      press.isDone = true
      onLongPress()
    }, delay)
    pressed.current = press
  }

  return {
    onPointerDown: begin,
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const press = pressed.current
      if (press && !press.isDone && Math.hypot(clientX - press.x, clientY - press.y) > tolerance) cancel()
    },
    onPointerCancel: cancel,
    // Suppresses the click and the browser's own menu that would follow.
    onTouchEnd: (event: TouchEvent) => {
      if (pressed.current?.isDone) event.preventDefault()
      cancel()
    },
    onContextMenu: (event: SyntheticEvent) => {
      if (pressed.current) event.preventDefault()
    },
  }
}
