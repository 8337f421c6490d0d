import type { ReactNode } from 'react'
import styles from './list-page.module.css'
import { RowHandle } from './row-handle.tsx'
import orderStyles from './row-order.module.css'
import type { RowOrder } from './use-row-order.ts'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the right. */
  isNumeric?: boolean
  width?: number | string
  /** Shown in tables only on wide windows, and always on cards. */
  isExtra?: boolean
  /** On a card: its head, a line with a title, or hidden. The first column is the head by default. */
  card?: 'head' | 'line' | 'none'
}

export interface RowsProps<Row> {
  rows: Row[]
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  onOpen?: ((row: Row) => void) | undefined
  menu: ((row: Row) => ReactNode) | undefined
  rowName: (row: Row) => string
  /** Undefined: rows cannot be moved. */
  order: RowOrder | undefined
}

/** The table on narrow screens: one card per row, with the column titles beside the cells. */
export function ListCards<Row>({ rows, columns, rowKey, rowName, menu, order }: RowsProps<Row>) {
  const head = columns.find(({ card }) => card === 'head') ?? columns[0]
  const lines = columns.filter((column) => column !== head && column.card !== 'none')
  return (
    <ul ref={order?.listRef} className={styles.cards}>
      {rows.map((row, index) => (
        <li key={rowKey(row)} className={`${styles.card} ${orderStyles.row}`} {...order?.rowOf(index)}>
          <div className={styles.cardHead}>
            {order && <RowHandle order={order} index={index} name={rowName(row)} />}
            <div className={styles.cardName}>{head?.cell(row)}</div>
            {menu?.(row)}
          </div>
          <dl className={styles.lines}>
            {lines.map(({ key, title, cell }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
