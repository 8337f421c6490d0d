import { Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column, RowsProps } from './list-cards.tsx'
import { RowHandle } from './row-handle.tsx'
import orderStyles from './row-order.module.css'
import styles from './table.module.css'

/** A click on a row opens it; keyboard users use its edit button. */
export function ListTable<Row>({ rows, columns, rowKey, rowName, menu, order, onOpen }: RowsProps<Row>) {
  const { t } = useTranslation()
  return (
    <Table className={styles.table} data-opens={Boolean(onOpen)}>
      <Table.Thead>
        <Table.Tr>
          {order && (
            <Table.Th w={1}>
              <VisuallyHidden>{t('ui.order.title')}</VisuallyHidden>
            </Table.Th>
          )}
          {columns.map(({ title, width, ...column }) => (
            <Table.Th key={column.key} className={classOf(column)} w={width}>
              {title}
            </Table.Th>
          ))}
          {menu && (
            <Table.Th className={styles.right} w={1}>
              {t('ui.actions')}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody ref={order?.listRef}>
        {rows.map((row, index) => (
          <Table.Tr
            key={rowKey(row)}
            className={orderStyles.row}
            onClick={(event) => opens(event) && onOpen?.(row)}
            {...order?.rowOf(index)}
          >
            {order && (
              <Table.Td>
                <RowHandle order={order} index={index} name={rowName(row)} />
              </Table.Td>
            )}
            {columns.map(({ cell, ...column }) => (
              <Table.Td key={column.key} className={classOf(column)}>
                {cell(row)}
              </Table.Td>
            ))}
            {menu && <Table.Td>{menu(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function classOf({ isNumeric, isExtra }: Pick<Column<never>, 'isNumeric' | 'isExtra'>): string {
  return [isNumeric && styles.right, isExtra && styles.extra].filter(Boolean).join(' ')
}

/** False for clicks on a control inside the row, at the end of a text selection, or in a menu rendered elsewhere. */
function opens({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return !target.closest('button, a, input, label') && getSelection()?.isCollapsed !== false
}
