import { use } from 'react'
import type { CustomItemComponentProps } from 'virtua'
import styles from './message-list.module.css'
import { RowStateContext } from './row-state.ts'

/** The list item around a row of the virtual list. */
export function ListRow({ style, index, children, ref }: CustomItemComponentProps) {
  const { stuck, current, label, isStop } = use(RowStateContext)
  const isStuck = index === stuck
  return (
    <li
      ref={ref}
      className={styles.row}
      style={isStuck ? { ...style, position: 'sticky', top: stickAt, visibility: undefined } : style}
      data-row={index}
      data-stuck={isStuck}
      aria-label={index === current ? label : undefined}
      tabIndex={isStop(index) ? (index === current ? 0 : -1) : undefined}
    >
      {children}
    </li>
  )
}

/** In px, so that the day itself is 8 px below the edge. */
export const stickAt = -4
