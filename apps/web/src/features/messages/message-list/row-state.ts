import { createContext } from 'react'

/** What the list tells its rows. */
export interface RowState {
  /** The divider that sticks to the top edge: that of the day of the first visible message. */
  stuck: number | undefined
  /** The row that the Tab key stops at; the arrow keys go to the others. */
  current: number
  /** The name of the current row. */
  label: string | undefined
  isStop: (index: number) => boolean
}

export const RowStateContext = createContext<RowState>({
  stuck: undefined,
  current: -1,
  label: undefined,
  isStop: () => false,
})
