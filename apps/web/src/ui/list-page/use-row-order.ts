import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Place, indexAt, moved, shiftOf } from './row-order.ts'

interface Options<Row> {
  rows: Row[]
  rowKey: (row: Row) => string | number
  onOrder: (rows: Row[]) => void
}

/** A row that somebody is moving. */
interface Carried {
  from: number
  to: number
  by: 'pointer' | 'keys'
  places: Place[]
  /** Where the pointer took it, from the top of the list, and how far it is from there now, in px. */
  grip: number
  distance: number
  /** The rows when it was taken: if they change, it is let go. */
  keys: string
}

export interface RowOrder {
  /** The element whose children are the rows. */
  listRef: (list: HTMLElement | null) => void
  rowOf: (index: number) => { style: CSSProperties | undefined; 'data-carried': true | undefined }
  handleOf: (index: number) => {
    'data-handle': string
    'aria-pressed': boolean
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
    onPointerUp: () => void
    onPointerCancel: () => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
    onBlur: () => void
  }
  /** Where the carried row is, for screen readers. */
  carried: { from: number; to: number } | undefined
}

/**
 * Moves the rows of a list by dragging, or by keys: the space bar takes a row, arrows move it, the space bar puts it
 * down, and Escape puts it back. The rows stay where they are in the document until then, so that the focus stays.
 */
export function useRowOrder<Row>({ rows, rowKey, onOrder }: Options<Row>): RowOrder {
  const list = useRef<HTMLElement | null>(null)
  const listRef = useCallback((element: HTMLElement | null) => void (list.current = element), [])
  const [stored, setCarried] = useState<Carried>()
  const keys = rows.map(rowKey).join()
  const carried = stored?.keys === keys ? stored : undefined
  // A row that moves in the document loses the focus.
  const focused = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(focused.current)}"]`)?.focus()
    focused.current = undefined
  }, [keys])

  function take(index: number, by: Carried['by'], grip = 0) {
    setCarried({ from: index, to: index, by, places: placesIn(list.current), grip, distance: 0, keys })
  }

  function drop(handle: string) {
    setCarried(undefined)
    if (!carried || carried.to === carried.from) return
    if (carried.by === 'keys') focused.current = handle
    onOrder(moved(rows, carried.from, carried.to))
  }

  function drag(event: PointerEvent<HTMLElement>) {
    if (carried?.by !== 'pointer') return
    const { from, places, grip } = carried
    const place = places[from]
    const last = places.at(-1)
    if (!place || !last) return
    const wanted = heightIn(list.current, event) - grip
    const distance = Math.min(last.top + last.height - place.height - place.top, Math.max(-place.top, wanted))
    const to = indexAt(places, from, place.top + place.height / 2 + distance)
    setCarried({ ...carried, distance, to })
    // Scrolls the list when the row comes to its edge.
    event.currentTarget.scrollIntoView({ block: 'nearest' })
  }

  function press(index: number, event: KeyboardEvent<HTMLElement>) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      return carried ? drop(handleName(index)) : take(index, 'keys')
    }
    if (!carried) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return setCarried(undefined)
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || carried.by === 'pointer') return
    event.preventDefault()
    setCarried({ ...carried, to: Math.min(rows.length - 1, Math.max(0, carried.to + by)) })
  }

  const handleName = (index: number) => {
    const row = rows[index]
    return row === undefined ? '' : String(rowKey(row))
  }

  return {
    listRef,
    carried,
    rowOf: (index) => ({
      style: carried && { transform: `translateY(${distanceOf(carried, index)}px)` },
      'data-carried': (carried && index === carried.from) || undefined,
    }),
    handleOf: (index) => ({
      'data-handle': handleName(index),
      'aria-pressed': carried?.from === index,
      onPointerDown: (event) => {
        if (event.button !== 0) return
        // Without it the release over another cell of the row would be a click on the row.
        event.currentTarget.setPointerCapture(event.pointerId)
        take(index, 'pointer', heightIn(list.current, event))
      },
      onPointerMove: drag,
      onPointerUp: () => drop(handleName(index)),
      onPointerCancel: () => setCarried(undefined),
      onKeyDown: (event) => press(index, event),
      onBlur: () => carried?.by === 'keys' && setCarried(undefined),
    }),
  }
}

const distanceOf = (carried: Carried, index: number): number =>
  carried.by === 'pointer' && index === carried.from ? carried.distance : shiftOf(carried.places, index, carried)

const heightIn = (list: HTMLElement | null, { clientY }: { clientY: number }) =>
  clientY - (list?.getBoundingClientRect().top ?? 0)

function placesIn(list: HTMLElement | null): Place[] {
  if (!list) return []
  const { top } = list.getBoundingClientRect()
  return [...list.children].map((row) => {
    const place = row.getBoundingClientRect()
    return { top: place.top - top, height: place.height }
  })
}
