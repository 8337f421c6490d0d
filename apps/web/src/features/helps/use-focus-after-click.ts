import { type RefObject, useEffect } from 'react'

/**
 * A click on the player moves the focus into its frame, where Escape would not reach the dialog any more. So the focus
 * comes back after a click. Whoever moves into the player with Tab stays there, to use its buttons.
 */
export function useFocusAfterClick(
  frame: RefObject<HTMLIFrameElement | null>,
  target: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const comeBack = () => {
      // Only after this event the frame is the active element.
      setTimeout(() => {
        const { current } = frame
        if (current && document.activeElement === current && current.matches(':hover')) target.current?.focus()
      })
    }
    addEventListener('blur', comeBack)
    return () => removeEventListener('blur', comeBack)
  }, [frame, target])
}
