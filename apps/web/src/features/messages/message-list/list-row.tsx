import { use } from 'react'
import type { CustomItemComponentProps } from 'virtua'
import styles from './message-list.module.css'
import { RowStateContext } from './row-state.ts'

/** The list item around a row of the virtual list. */
export function ListRow({ style, index, children, ref }: CustomItemComponentProps) {
  const { stuck, current, label, isStop } = use(RowStateContext)
  const isStuck = index === stuck
  const isCurrent = index === current
  // The virtual list hides a row until it is measured, and a hidden row cannot take the focus.
  const place = isStuck || isCurrent ? { ...style, visibility: undefined } : style
  return (
    <li
      ref={ref}
      className={styles.row}
      style={isStuck ? { ...place, position: 'sticky', top: stickAt } : place}
      data-row={index}
      data-stuck={isStuck}
      aria-label={isCurrent ? label : undefined}
      tabIndex={isStop(index) ? (isCurrent ? 0 : -1) : undefined}
    >
      {children}
    </li>
  )
}

/** In px, so that the day itself is 8 px below the edge. */
export const stickAt = -4
