import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type ScrollPosition, scrollPositions } from './scroll-positions.ts'

interface Options {
  ticketId: number
  /** Changes whenever the rendered rows change. */
  content: unknown
  isReady: boolean
  /** The first row if there is no saved position: the divider of new messages. */
  start: string | undefined
  hasOlder: boolean
  onTop: () => void
}

/** Within this distance the view counts as being at the end. */
const nearEnd = 48
/** In px (docs/requirements/workspace.md, section 9). */
const nearTop = 50

/**
 * Keeps the scroll position when rows are added above or below: at the end it stays at the end, elsewhere the row at
 * the top edge stays in position.
 */
export function useScrollPosition({ ticketId, content, isReady, start, hasOlder, onTop }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [left] = useState(() => scrollPositions.get(ticketId))
  const position = useRef<ScrollPosition | 'end'>(left ?? 'end')
  const hasBegun = useRef(false)
  /** Last known scroll position: the scroll event fires a frame after the move. */
  const seenTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(left === undefined || left === 'end')
  const loadOlder = useEffectEvent(onTop)

  function notePosition(view: HTMLElement) {
    position.current = recordEnd(view) ? 'end' : (topRow(view) ?? position.current)
    scrollPositions.set(ticketId, position.current)
    seenTop.current = view.scrollTop
  }

  /** Called without scrolling too, because new or growing content moves the end away. */
  function recordEnd(view: HTMLElement): boolean {
    const isEnd = view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd
    if (isEnd !== isAtEnd) setIsAtEnd(isEnd)
    return isEnd
  }

  const keepPosition = useEffectEvent((view: HTMLElement) => {
    // Do not scroll back somebody who has just scrolled up from the end.
    const hasGoneUp = position.current === 'end' && view.scrollTop < seenTop.current - 1
    if (hasGoneUp) notePosition(view)
    restore(view, position.current)
    seenTop.current = view.scrollTop
    recordEnd(view)
  })

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view || !isReady) return
    if (!hasBegun.current && start !== undefined && left === undefined)
      position.current = { key: start, offset: view.clientHeight / 4 }
    hasBegun.current = true
    keepPosition(view)
    if (hasOlder && view.scrollHeight <= view.clientHeight + nearTop) loadOlder()
  }, [content, isReady, start, left, hasOlder])

  // Keyboard, window and late pictures change the height: stay at the end if the view was there.
  const followEnd = useEffectEvent(() => {
    const view = scroller.current
    if (view && position.current === 'end') keepPosition(view)
    else if (view) recordEnd(view)
  })
  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const observer = new ResizeObserver(() => followEnd())
    observer.observe(view)
    if (view.firstElementChild) observer.observe(view.firstElementChild)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    const view = scroller.current
    if (!view || !hasBegun.current) return
    notePosition(view)
    if (view.scrollTop < nearTop && hasOlder) onTop()
  }

  function toEnd(behavior: ScrollBehavior = 'auto') {
    position.current = 'end'
    scrollPositions.set(ticketId, 'end')
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior })
    setIsAtEnd(true)
  }

  /** Returns false if the row is not rendered. */
  function toRow(selector: string): boolean {
    const row = scroller.current?.querySelector<HTMLElement>(selector)
    if (!row || !scroller.current) return false
    row.scrollIntoView({ block: 'center' })
    position.current = topRow(scroller.current) ?? position.current
    return true
  }

  return { scroller, isAtEnd, onScroll, toEnd, toRow }
}

function restore(view: HTMLElement, position: ScrollPosition | 'end') {
  if (position === 'end') {
    view.scrollTop = view.scrollHeight
    return
  }
  const row = view.querySelector(`[data-key="${CSS.escape(position.key)}"]`)
  if (!row) return
  const moved = row.getBoundingClientRect().top - view.getBoundingClientRect().top - position.offset
  if (Math.abs(moved) >= 1) view.scrollTop += moved
}

/** The row at the top edge of the view. */
function topRow(view: HTMLElement): ScrollPosition | undefined {
  const { top, left, width } = view.getBoundingClientRect()
  for (const below of [12, 48, 96, 160]) {
    const row = document
      .elementsFromPoint(left + width / 2, top + below)
      .map((element) => element.closest<HTMLElement>('[data-key]'))
      .find((element) => element !== null)
    const key = row?.dataset['key']
    if (row && key) return { key, offset: row.getBoundingClientRect().top - top }
  }
  return undefined
}
