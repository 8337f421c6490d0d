import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { stopFrom } from './rows.ts'
import type { Entry } from './timeline.ts'
import { above } from './use-scroll-position.ts'

interface Options {
  rows: Entry[]
  scroller: RefObject<HTMLDivElement | null>
  virtual: RefObject<VirtualizerHandle | null>
  isAtEnd: boolean
}

/** Space that the sticking day takes at the top edge, in px. */
const head = 40

/**
 * The list is one stop of the Tab key: a message. The arrow keys, Home and End go to the others, and Tab goes on to
 * what can be pressed in the message, then out of the list. So nobody tabs through hundreds of messages.
 */
export function useRowFocus({ rows, scroller, virtual, isAtEnd }: Options) {
  const [key, setKey] = useState<string>()
  const due = useRef(false)
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  const current = useMemo(() => {
    const index = key === undefined ? -1 : rows.findLastIndex((row) => row.key === key)
    return index === -1 ? stopFrom(rows, rows.length - 1, -1) : index
  }, [rows, key])

  // The row is rendered only now if it was off screen.
  useLayoutEffect(() => {
    if (!due.current) return
    due.current = false
    rowAt(current)?.focus({ preventScroll: true })
  })

  function rowAt(index: number) {
    return scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
  }

  function moveTo(index: number) {
    const [row, list, view] = [rows[index], virtual.current, scroller.current]
    if (!row || !list || !view) return
    due.current = true
    setKey(row.key)
    if (index === current) rowAt(index)?.focus({ preventScroll: true })
    const top = above + list.getItemOffset(index)
    if (top < view.scrollTop + head) list.scrollToIndex(index, { offset: -head })
    else if (top + list.getItemSize(index) > view.scrollTop + view.clientHeight)
      list.scrollToIndex(index, { align: 'end', offset: above })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key: pressed, target, shiftKey, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof HTMLElement) || event.defaultPrevented || ctrlKey || metaKey || altKey) return
    const row = target.closest<HTMLElement>('[data-row]')
    if (!row) return
    if (pressed === 'Tab') return leaveFrom(row, target, shiftKey)
    const step = target === row ? steps[pressed] : undefined
    if (!step) return
    const next = step(rows, Number(row.dataset['row']))
    event.preventDefault()
    if (next !== -1) moveTo(next)
  }

  /** The browser goes on from the edge of the list, instead of to the next message. */
  function leaveFrom(row: HTMLElement, target: HTMLElement, isBackwards: boolean) {
    if (isBackwards && target === row) before.current?.focus({ preventScroll: true })
    const isLast = target === ([...row.querySelectorAll<HTMLElement>(pressable)].at(-1) ?? row)
    if (!isBackwards && isLast) after.current?.focus({ preventScroll: true })
  }

  function onFocus({ target, relatedTarget }: FocusEvent<HTMLElement>) {
    const row = target.closest<HTMLElement>('[data-row]')
    if (!row) return
    const index = Number(row.dataset['row'])
    const isEntered = !(relatedTarget instanceof Node && scroller.current?.contains(relatedTarget))
    // Shift and Tab enter at the last thing that can be pressed, whichever message it is in.
    if (isEntered && target !== row && index !== current && target.matches(':focus-visible')) {
      rowAt(current)?.focus({ preventScroll: true })
      return
    }
    const focused = rows[index]
    if (focused) setKey(focused.key)
  }

  /** While the focus is elsewhere, the Tab key stops at the last message that is wholly on screen. */
  function onScrollEnd() {
    const [view, list] = [scroller.current, virtual.current]
    if (!view || !list || view.contains(document.activeElement)) return
    const index = stopFrom(rows, list.findItemIndex(view.scrollTop + view.clientHeight) - 1, -1)
    setKey(isAtEnd ? undefined : rows[index]?.key)
  }

  return { current, before, after, onKeyDown, onFocus, onScrollEnd }
}

const steps: Record<string, (rows: Entry[], index: number) => number> = {
  ArrowUp: (rows, index) => stopFrom(rows, index - 1, -1),
  ArrowDown: (rows, index) => stopFrom(rows, index + 1, 1),
  Home: (rows) => stopFrom(rows, 0, 1),
  End: (rows) => stopFrom(rows, rows.length - 1, -1),
}

const pressable = 'a[href], button:enabled, input:enabled, audio[controls], video[controls], [tabindex="0"]'
