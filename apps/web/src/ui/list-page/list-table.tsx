import { Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Column, PlainFrame, type RowsProps } from './list-cards.tsx'
import styles from './table.module.css'

/** A click on a row opens it; keyboard users use its edit button. */
export function ListTable<Row>({ rows, columns, rowKey, rowName, rowTone, menu, Frame, onOpen }: RowsProps<Row>) {
  const { t } = useTranslation()
  const RowFrame = Frame ?? PlainFrame
  return (
    <Table className={styles.table} data-opens={Boolean(onOpen)}>
      <Table.Thead>
        <Table.Tr>
          {Frame && (
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
      <Table.Tbody>
        {rows.map((row, index) => (
          <RowFrame key={rowKey(row)} id={rowKey(row)} index={index} name={rowName(row)}>
            {({ ref, handle }) => (
              <Table.Tr ref={ref} data-tone={rowTone?.(row)} onClick={(event) => opens(event) && onOpen?.(row)}>
                {handle && <Table.Td>{handle}</Table.Td>}
                {columns.map(({ cell, ...column }) => (
                  <Table.Td key={column.key} className={classOf(column)}>
                    {cell(row)}
                  </Table.Td>
                ))}
                {menu && <Table.Td>{menu(row)}</Table.Td>}
              </Table.Tr>
            )}
          </RowFrame>
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
