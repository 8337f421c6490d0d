/** A row that somebody is moving, or has just put down. */
export interface Carried<Row> {
  key: string | number
  /** Its index in the shown order. */
  to: number
  /** The rows when it was put down. The order that was given holds until the list comes with other rows. */
  putDownAmong?: Row[]
}

/** The rows as they are shown: as the list has them, but with the carried row where it has been moved to. */
export function shownOrder<Row>(
  rows: Row[],
  rowKey: (row: Row) => string | number,
  carried: Carried<Row> | undefined,
): Row[] {
  if (!carried || (carried.putDownAmong && carried.putDownAmong !== rows)) return rows
  const isCarried = (row: Row) => rowKey(row) === carried.key
  const row = rows.find(isCarried)
  if (row === undefined) return rows
  return rows.filter((other) => !isCarried(other)).toSpliced(carried.to, 0, row)
}
