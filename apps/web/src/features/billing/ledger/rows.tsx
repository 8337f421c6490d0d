import { ListCards } from '../../../ui/list-page/list-cards.tsx'
import type { Column } from '../../../ui/list-page/list-page.tsx'
import { ListTable } from '../../../ui/list-page/list-table.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import styles from './ledger.module.css'

interface Props<Row> {
  rows: Row[]
  columns: Column<Row>[]
  rowName: (row: Row) => string
  empty: string
}

/** A short list inside of a dialog: a table, on a phone cards. */
export function Rows<Row extends { id: number }>({ rows, columns, rowName, empty }: Props<Row>) {
  const isPhone = useIsPhone()
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const List = isPhone ? ListCards : ListTable
  return (
    <div className={styles.rows}>
      <List rows={rows} columns={columns} rowKey={({ id }) => id} rowName={rowName} menu={undefined} />
    </div>
  )
}
