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
    // The frame gets the release of the key that has moved the focus into it.
    let isTabDown = false
    const press = ({ key }: KeyboardEvent) => void (isTabDown = key === 'Tab')
    const release = () => void (isTabDown = false)
    const comeBack = () => {
      const isByKey = isTabDown
      release()
      if (isByKey) return
      // Only after this event the frame is the active element.
      setTimeout(() => {
        const { current } = frame
        if (current && document.activeElement === current) target.current?.focus()
      })
    }
    addEventListener('keydown', press, true)
    addEventListener('keyup', release, true)
    addEventListener('blur', comeBack)
    return () => {
      removeEventListener('keydown', press, true)
      removeEventListener('keyup', release, true)
      removeEventListener('blur', comeBack)
    }
  }, [frame, target])
}
