import { type RefObject, useMemo, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { stickAt } from './list-row.tsx'
import { lastUpTo } from './rows.ts'
import type { Entry } from './timeline.ts'
import { above } from './use-scroll-position.ts'

/** The divider of the day at the top edge, which sticks there until that of the next day pushes it out. */
export function useDay(rows: Entry[], virtual: RefObject<VirtualizerHandle | null>) {
  const days = useMemo(() => rows.flatMap(({ kind }, index) => (kind === 'day' ? index : [])), [rows])
  const [key, setKey] = useState<string>()
  const pushed = useRef(0)
  const stuck = days.find((index) => rows[index]?.key === key)

  function follow(view: HTMLElement) {
    const list = virtual.current
    if (!list) return
    const top = view.scrollTop - above + stickAt
    const index = top < 0 ? undefined : lastUpTo(days, list.findItemIndex(view.scrollTop + stickAt))
    const day = index === undefined ? undefined : rows[index]?.key
    if (day !== key) setKey(day)
    const next = index === undefined ? undefined : days[days.indexOf(index) + 1]
    const space = next === undefined ? Infinity : list.getItemOffset(next) - top
    const push = index === undefined ? 0 : Math.min(0, space - list.getItemSize(index))
    if (push === pushed.current) return
    pushed.current = push
    view.style.setProperty('--push', `${push}px`)
  }

  return { stuck, follow }
}
