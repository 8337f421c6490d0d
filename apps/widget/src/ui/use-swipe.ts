import type { TargetedTouchEvent } from 'preact'
import { useRef } from 'preact/hooks'

const far = 56

/** Swiping a message to the right replies to it. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<Touch | undefined>(undefined)
  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd }

  function onTouchStart({ touches }: TargetedTouchEvent<HTMLElement>) {
    start.current = touches.length === 1 ? touches[0] : undefined
  }

  function onTouchMove({ touches: [touch], currentTarget }: TargetedTouchEvent<HTMLElement>) {
    if (!touch || !start.current) return
    const right = touch.clientX - start.current.clientX
    if (Math.abs(touch.clientY - start.current.clientY) > Math.max(right, 10)) return onTouchEnd({ currentTarget })
    currentTarget.style.translate = `${Math.min(Math.max(right, 0), far + 8)}px`
  }

  function onTouchEnd({ currentTarget }: Pick<TargetedTouchEvent<HTMLElement>, 'currentTarget'>) {
    const pulled = Number.parseFloat(currentTarget.style.translate)
    currentTarget.style.translate = ''
    if (start.current && pulled >= far) onSwipe()
    start.current = undefined
  }
}
