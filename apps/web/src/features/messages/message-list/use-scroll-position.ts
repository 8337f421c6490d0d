import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { numbers } from '../../../ui/numbers.ts'
import { isGrownAbove, steadyFrom, messagesIn } from './rows.ts'
import { type ScrollPosition, scrollPositions } from './scroll-positions.ts'
import type { Entry } from './timeline.ts'

interface Options {
  ticketId: number
  rows: Entry[]
  /** Changes when something below the rows appears or goes. */
  below: unknown
  /** The message that was jumped to, if the rows were loaded around it; 0 otherwise. */
  anchor: number
  hasOlder: boolean
  onTop: () => void
  hasNewer: boolean
  onBottom: () => void
}

/** The space above the first row, in px. */
export const above = 12
/** Within this distance the view counts as being at the end. */
const nearEnd = 48
/** More than there is below the last row, in px. */
const beyond = 1000

/**
 * Keeps the scroll position when rows are added above or below: at the end it stays at the end, elsewhere the message
 * at the top edge stays in position. Positions are those of the virtual list, which knows rows that are not rendered.
 */
export function useScrollPosition(options: Options) {
  const { ticketId, rows, below, anchor, hasOlder, onTop, hasNewer, onBottom } = options
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRef<VirtualizerHandle>(null)
  const position = useRef<ScrollPosition | 'end'>('end')
  const hasBegun = useRef(false)
  /** Last known scroll position: the scroll event fires a frame after the move. */
  const seenTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const loadOlder = useEffectEvent(onTop)

  const offsetOf = (index: number) => above + (virtual.current?.getItemOffset(index) ?? 0)

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

  /** The message at the top edge of the view. */
  function topRow(view: HTMLElement): ScrollPosition | undefined {
    const index = steadyFrom(rows, virtual.current?.findItemIndex(view.scrollTop + 1) ?? 0)
    const row = rows[index]
    return row && { key: row.key, offset: offsetOf(index) - view.scrollTop }
  }

  function restore(view: HTMLElement) {
    if (position.current === 'end') {
      view.scrollTop = view.scrollHeight
      return
    }
    const { key, offset } = position.current
    const index = rows.findIndex((row) => row.key === key)
    if (index === -1) return
    const moved = offsetOf(index) - offset - view.scrollTop
    if (Math.abs(moved) >= 1) view.scrollTop += moved
  }

  /** Begins at the message that was jumped to, the saved position or the new messages; otherwise at the end. */
  function begin(view: HTMLElement) {
    const { index, offset } = startOf(view)
    const row = rows[index]
    if (!row) return
    position.current = { key: row.key, offset }
    // The list corrects the position while it measures the rows.
    virtual.current?.scrollToIndex(index, { offset: -offset })
  }

  function startOf(view: HTMLElement): { index: number; offset: number } {
    if (anchor > 0) return { index: indexOf(anchor), offset: view.clientHeight / 3 }
    const left = scrollPositions.get(ticketId)
    if (left === 'end') return { index: -1, offset: 0 }
    if (left) return { index: rows.findIndex(({ key }) => key === left.key), offset: left.offset }
    return { index: rows.findIndex(({ kind }) => kind === 'unread'), offset: view.clientHeight / 4 }
  }

  const keepPosition = useEffectEvent((view: HTMLElement) => {
    // Do not scroll back somebody who has just scrolled up from the end.
    const hasGoneUp = position.current === 'end' && view.scrollTop < seenTop.current - 1
    if (hasGoneUp) notePosition(view)
    restore(view)
    seenTop.current = view.scrollTop
    recordEnd(view)
  })

  const start = useEffectEvent((view: HTMLElement) => {
    if (!hasBegun.current) begin(view)
    hasBegun.current = true
  })

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    start(view)
    keepPosition(view)
    if (hasOlder && view.scrollHeight <= view.clientHeight + numbers.nearHistoryTop) loadOlder()
  }, [rows, below, hasOlder])

  /** Keyboard, window, late pictures and the measuring of rows change heights: stay at the end if the view was there. */
  function onResize() {
    const view = scroller.current
    if (!view) return
    if (position.current === 'end') restore(view)
    seenTop.current = view.scrollTop
    recordEnd(view)
  }

  function onScroll() {
    const view = scroller.current
    if (!view || !hasBegun.current) return
    notePosition(view)
    if (view.scrollTop < numbers.nearHistoryTop && hasOlder) onTop()
    if (hasNewer && view.scrollHeight - view.scrollTop - view.clientHeight < numbers.nearListEnd) onBottom()
  }

  function toEnd() {
    position.current = 'end'
    scrollPositions.set(ticketId, 'end')
    // Cancels a jump that is still being corrected.
    virtual.current?.scrollToIndex(rows.length - 1, { align: 'end', offset: beyond })
    if (scroller.current) restore(scroller.current)
    setIsAtEnd(true)
  }

  const indexOf = (messageId: number) => rows.findIndex((row) => messagesIn(row).some(({ id }) => id === messageId))

  /** Returns false if the message is not loaded. */
  function toMessage(messageId: number): boolean {
    const [index, view] = [indexOf(messageId), scroller.current]
    const row = rows[index]
    if (!row || !view || !virtual.current) return false
    const offset = Math.max(above, (view.clientHeight - virtual.current.getItemSize(index)) / 2)
    position.current = { key: row.key, offset }
    virtual.current.scrollToIndex(index, { offset: -offset })
    return true
  }

  return { scroller, virtual, isShifted: useShift(rows), isAtEnd, onScroll, onResize, toEnd, toMessage }
}

/** Whether the rows have last grown above, so that the virtual list counts positions from the end. */
function useShift(rows: Entry[]): boolean {
  const [known, setKnown] = useState({ rows, isShifted: false })
  if (known.rows === rows) return known.isShifted
  const next = { rows, isShifted: isGrownAbove(known.rows, rows) }
  setKnown(next)
  return next.isShifted
}
