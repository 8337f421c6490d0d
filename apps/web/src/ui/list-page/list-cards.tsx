import type { ComponentType, ReactNode } from 'react'
import styles from './list-page.module.css'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned to the right. */
  isNumeric?: boolean
  width?: number | string
  /** Shown in tables only on wide windows, and always on cards. */
  isExtra?: boolean
  /**
   * On a card: its head, a line with a title, a text below its title, or hidden. The first column is the head by
   * default.
   */
  card?: 'head' | 'line' | 'text' | 'none'
}

/** `warn`: something is due soon. `bad`: it is overdue. */
export type RowTone = 'warn' | 'bad'

export interface RowsProps<Row> {
  rows: Row[]
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  onOpen?: ((row: Row) => void) | undefined
  menu: ((row: Row) => ReactNode) | undefined
  rowName: (row: Row) => string
  rowTone?: ((row: Row) => RowTone | undefined) | undefined
  /** Is drawn around each row, and gives it the handle that moves it. Undefined: rows cannot be moved. */
  Frame?: ComponentType<RowFrameProps> | undefined
}

export interface RowFrameProps {
  id: string | number
  index: number
  name: string
  children: (parts: { ref?: (element: Element | null) => void; handle?: ReactNode }) => ReactNode
}

export const PlainFrame = ({ children }: RowFrameProps) => children({})

/** The table on narrow screens: one card per row, with the column titles beside the cells. */
export function ListCards<Row>({ rows, columns, rowKey, rowName, rowTone, menu, Frame = PlainFrame }: RowsProps<Row>) {
  const head = columns.find(({ card }) => card === 'head') ?? columns[0]
  const lines = columns.filter((column) => column !== head && column.card !== 'none')
  return (
    <ul className={styles.cards}>
      {rows.map((row, index) => (
        <Frame key={rowKey(row)} id={rowKey(row)} index={index} name={rowName(row)}>
          {({ ref, handle }) => (
            <li ref={ref} className={styles.card} data-tone={rowTone?.(row)}>
              <div className={styles.cardHead}>
                {handle}
                <div className={styles.cardName}>{head?.cell(row)}</div>
                {menu?.(row)}
              </div>
              <dl className={styles.lines}>
                {lines.map(({ key, title, cell, card }) => (
                  <div key={key} data-is={card}>
                    <dt>{title}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          )}
        </Frame>
      ))}
    </ul>
  )
}
