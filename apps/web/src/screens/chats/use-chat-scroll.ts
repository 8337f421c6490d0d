import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { numbers } from '../../ui/numbers.ts'

interface Options {
  /** How many rows there are. */
  count: number
  /** The oldest message that is loaded. */
  first: number | undefined
  /** The message that was jumped to; 0: the newest. */
  anchor: number
  onTop: () => void
  onBottom: () => void
}

/** Within this distance the view counts as being at the end, in px. */
const nearEnd = 48

/** Begins at the end, or at the message that was jumped to. Older messages do not move what one reads. */
export function useChatScroll({ count, first, anchor, onTop, onBottom }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const wasAtEnd = useRef(anchor === 0)
  const hasBegun = useRef(false)
  const known = useRef({ first, height: 0 })
  const loadOlder = useEffectEvent(onTop)

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view || count === 0) return
    if (!hasBegun.current && anchor > 0) {
      hasBegun.current = true
      view.querySelector(`#chat-message-${anchor}`)?.scrollIntoView({ block: 'center' })
    } else if (wasAtEnd.current) view.scrollTop = view.scrollHeight
    else if (known.current.first !== first) view.scrollTop += view.scrollHeight - known.current.height
    known.current = { first, height: view.scrollHeight }
    // A short page leaves nothing to scroll.
    if (view.scrollTop < numbers.nearChatTop) loadOlder()
  }, [count, first, anchor])

  // Pictures and the field below change what there is to scroll.
  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const watching = new ResizeObserver(() => {
      if (wasAtEnd.current) view.scrollTop = view.scrollHeight
      known.current = { ...known.current, height: view.scrollHeight }
    })
    watching.observe(view)
    for (const child of view.children) watching.observe(child)
    return () => watching.disconnect()
  }, [count])

  function onScroll() {
    const view = scroller.current
    if (!view) return
    const left = view.scrollHeight - view.scrollTop - view.clientHeight
    wasAtEnd.current = left < nearEnd
    setIsAtEnd(wasAtEnd.current)
    if (view.scrollTop < numbers.nearChatTop) onTop()
    if (left < numbers.nearChatTop) onBottom()
  }

  return {
    scroller,
    isAtEnd,
    onScroll,
    toEnd: () => {
      if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
    },
  }
}
