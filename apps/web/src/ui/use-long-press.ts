import { type PointerEvent, type SyntheticEvent, type TouchEvent, useEffect, useRef } from 'react'

/** As on phones everywhere; from then on the browser would begin to select text. */
const long = 450
/** A finger that goes further is scrolling. */
const slip = 10

/** What a finger does that stays where it is; a mouse has its own ways. */
export function useLongPress(onLongPress: () => void) {
  const pressed = useRef<{ timer: number; x: number; y: number; isDone: boolean }>(undefined)
  const forget = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
  }
  useEffect(() => forget, [])

  function begin({ pointerType, clientX: x, clientY: y }: PointerEvent) {
    forget()
    if (pointerType !== 'touch') return
    const press = { timer: 0, x, y, isDone: false }
    press.timer = window.setTimeout(() => {
      press.isDone = true
      onLongPress()
    }, long)
    pressed.current = press
  }

  return {
    onPointerDown: begin,
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const press = pressed.current
      if (press && !press.isDone && Math.hypot(clientX - press.x, clientY - press.y) > slip) forget()
    },
    onPointerCancel: forget,
    // The click that would follow is not meant for what lies under the finger, nor is the browser's own menu.
    onTouchEnd: (event: TouchEvent) => {
      if (pressed.current?.isDone) event.preventDefault()
      forget()
    },
    onContextMenu: (event: SyntheticEvent) => {
      if (pressed.current) event.preventDefault()
    },
  }
}
