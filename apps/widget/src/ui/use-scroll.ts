import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useWindow } from './context.ts'

/** Keeps the end in sight while the visitor is there, and the place where it reads while older messages come in above. */
export function useScroll() {
  const { chat, state } = useWindow()
  const list = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const place = useRef({ isAtEnd: true, fromEnd: 0, top: 0 })
  const first = state.messages[0]?.id
  const last = state.messages.at(-1)
  const isSending = !!last?.sending

  useLayoutEffect(() => {
    const view = list.current
    if (view && !place.current.isAtEnd) view.scrollTo(0, view.scrollHeight - place.current.fromEnd)
  }, [first])

  useLayoutEffect(() => {
    if (place.current.isAtEnd || isSending) toEnd()
  }, [last?.id, isSending, last?.sending?.reason, state.typing, state.needsName])

  useEffect(() => {
    const view = list.current
    if (!view) return
    const watch = new ResizeObserver(() => place.current.isAtEnd && toEnd())
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
    // A picture may have made the conversation longer since: who has not gone up is still at its end.
    const isAtEnd = isNear || (place.current.isAtEnd && top >= place.current.top)
    place.current = { isAtEnd, fromEnd, top }
    setAtEnd(isAtEnd)
    if (isAtEnd && !isNear) toEnd()
    if (view.scrollTop < 50 && state.hasOlder) void chat.loadOlder()
  }

  /** A picture without known measures has made the conversation longer. */
  function keepEnd() {
    if (place.current.isAtEnd) toEnd()
  }

  function toEnd() {
    const view = list.current
    if (!view) return
    view.scrollTo(0, view.scrollHeight)
    // Its event comes later: who goes up before that goes up from here.
    place.current.top = view.scrollTop
  }
}
