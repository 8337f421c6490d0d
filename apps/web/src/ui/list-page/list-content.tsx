import { Button, Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemovalDialog } from '../dialogs/removal-dialog.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { type Cause, Failure } from '../states/failure.tsx'
import { TableSkeletons } from '../states/skeletons.tsx'
import { toast } from '../toasts/toasts.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { type Column, ListCards, type RowTone, type RowsProps } from './list-cards.tsx'
import styles from './list-page.module.css'
import { ListTable } from './list-table.tsx'
import type { OrderedRowsProps } from './order/ordered-rows.tsx'
import { RowMenu } from './row-menu.tsx'
import { useNearEnd } from './use-near-end.ts'

/** The state of a list; `listOf` in lib makes it from an infinite query. */
export interface ListState<Row> {
  rows: Row[]
  count?: number | undefined
  isLoading: boolean
  failure: Cause | null
  onRetry: () => void
  /** There are more rows, and they may be loaded now. */
  canLoadMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

export interface ListProps<Row> {
  title: string
  list: ListState<Row>
  /** Says in place of the general text that the server has failed. */
  failureText?: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  /** The row's name in labels and questions. */
  rowName: (row: Row) => string
  /** Colours the row; a cell says the same in words. */
  rowTone?: ((row: Row) => RowTone | undefined) | undefined
  search?: { label: string; value: string; onChange: (text: string) => void }
  filters?: ReactNode
  /** The primary action, on the right. */
  actions?: ReactNode
  /** Shown between head and rows, such as a notice or a progress bar. */
  notice?: ReactNode
  /** Shown when the list has no rows at all: what this is, and the first step. */
  empty: { icon: ReactNode; title: string; text: string; actions?: ReactNode }
  /** Opens a row that is only looked at. */
  onShow?: (row: Row) => void
  onEdit?: ((row: Row) => void) | undefined
  canEdit?: (row: Row) => boolean
  /** Deletes after a confirmation; an error is shown in the dialog. */
  onDelete?: ((row: Row) => Promise<unknown>) | undefined
  canDelete?: (row: Row) => boolean
  deleteText?: (row: Row) => ReactNode
  /** Says in place of the general text that a row was deleted. */
  deletedText?: string
  /** Shown below the rows. */
  after?: ReactNode
  /** Additional `Menu.Item`s of a row. */
  rowMenu?: ((row: Row) => ReactNode) | undefined
  /** Draws the rows so that people can move them, with `OrderedRows`. */
  ordered?: (list: OrderedRowsProps<Row>) => ReactNode
}

/** The rows of a list, its states, and the question before a row is deleted. */
export function ListContent<Row>(props: ListProps<Row>) {
  const { notice, after, onDelete, rowName, deleteText, deletedText } = props
  const [doomed, setDoomed] = useState<Row>()
  const { t } = useTranslation()

  return (
    <>
      {notice}
      <Content {...props} onAskDelete={setDoomed} />
      {after}
      {doomed && onDelete && (
        <RemovalDialog
          name={rowName(doomed)}
          onRemove={() => onDelete(doomed).then(() => toast.success(deletedText ?? t('ui.removal.done')))}
          onClose={() => setDoomed(undefined)}
        >
          {deleteText?.(doomed)}
        </RemovalDialog>
      )}
    </>
  )
}

function Content<Row>({ onAskDelete, ...props }: ListProps<Row> & { onAskDelete: (row: Row) => void }) {
  const {
    list,
    failureText,
    columns,
    rowKey,
    rowName,
    rowTone,
    rowMenu,
    onShow,
    onEdit,
    onDelete,
    canEdit = () => true,
    canDelete = () => true,
    ordered,
  } = props
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const end = useNearEnd<HTMLDivElement>(list.onMore, list.canLoadMore)

  if (list.isLoading) return <TableSkeletons label={t('ui.loading')} />
  if (list.failure && list.rows.length === 0) {
    if (list.failure === 'refused' && failureText)
      return (
        <Failure title={t('ui.failure.list')} onRetry={list.onRetry}>
          {failureText}
        </Failure>
      )
    return <Failure title={t('ui.failure.list')} cause={list.failure} onRetry={list.onRetry} />
  }
  if (list.rows.length === 0) return <EmptyList {...props} />

  const Rows = isPhone ? ListCards : ListTable
  const hasMenu = Boolean(onShow || onEdit || onDelete || rowMenu)
  const rows: RowsProps<Row> = {
    rows: list.rows,
    columns,
    rowKey,
    rowName,
    rowTone,
    onOpen:
      onShow ??
      (onEdit &&
        ((row) => {
          if (canEdit(row)) onEdit(row)
        })),
    menu: hasMenu
      ? (row) => (
          <RowMenu
            name={rowName(row)}
            onShow={onShow && (() => onShow(row))}
            onEdit={onEdit && canEdit(row) ? () => onEdit(row) : undefined}
            onDelete={onDelete && canDelete(row) ? () => onAskDelete(row) : undefined}
          >
            {rowMenu?.(row)}
          </RowMenu>
        )
      : undefined,
  }
  return (
    <>
      {ordered ? ordered({ ...rows, Rows }) : <Rows {...rows} />}
      <div ref={end} className={styles.end} role="status">
        {list.isLoadingMore && <Loader size="sm" aria-label={t('ui.loading')} />}
        {list.failure && !list.isLoadingMore && (
          <Button variant="default" size="xs" onClick={list.onRetry}>
            {t('ui.failure.retry')}
          </Button>
        )}
      </div>
    </>
  )
}

function EmptyList<Row>({ search, empty }: ListProps<Row>) {
  const { t } = useTranslation()
  if (search?.value) {
    return (
      <EmptyState icon={empty.icon} title={t('ui.nothingFound')}>
        {t('ui.nothingFoundText', { text: search.value })}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={empty.icon} title={empty.title} actions={empty.actions}>
      {empty.text}
    </EmptyState>
  )
}
