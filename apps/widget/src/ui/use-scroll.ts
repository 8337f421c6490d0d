import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useWindow } from './context.ts'

/** Keeps the view at the end, or at its position while older messages load above. */
export function useScroll() {
  const { chat, state } = useWindow()
  const list = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const position = useRef({ isAtEnd: true, fromEnd: 0, top: 0 })
  const first = state.messages[0]?.id
  const last = state.messages.at(-1)
  const isSending = !!last?.sending

  useLayoutEffect(() => {
    const view = list.current
    if (view && !position.current.isAtEnd) view.scrollTo(0, view.scrollHeight - position.current.fromEnd)
  }, [first])

  useLayoutEffect(() => {
    if (position.current.isAtEnd || isSending) toEnd()
  }, [last?.id, isSending, last?.sending?.reason, state.typing, state.needsName])

  useEffect(() => {
    const view = list.current
    if (!view) return
    const watch = new ResizeObserver(() => position.current.isAtEnd && toEnd())
    watch.observe(view)
    view.addEventListener('load', keepEnd, true)
    view.addEventListener('loadedmetadata', keepEnd, true)
    return () => watch.disconnect()
  }, [])

  return { list, isAtEnd, onScroll, toEnd }

  function onScroll() {
    const view = list.current
    if (!view) return
    const { scrollTop: top, clientHeight, scrollHeight } = view
    const fromEnd = scrollHeight - top
    const isNear = fromEnd - clientHeight < 40
    // A loaded picture may have grown the content: without scrolling up the view still counts as at the end.
    const isAtEnd = isNear || (position.current.isAtEnd && top >= position.current.top)
    position.current = { isAtEnd, fromEnd, top }
    setAtEnd(isAtEnd)
    if (isAtEnd && !isNear) toEnd()
    if (view.scrollTop < 50 && state.hasOlder) void chat.loadOlder()
  }

  /** Called when a picture of unknown size has loaded and grown the content. */
  function keepEnd() {
    if (position.current.isAtEnd) toEnd()
  }

  function toEnd() {
    const view = list.current
    if (!view) return
    view.scrollTo(0, view.scrollHeight)
    // The scroll event fires later. Remember the position now, to notice a scroll upwards before it.
    position.current.top = view.scrollTop
  }
}
