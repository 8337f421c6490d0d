import { Button, Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../states/empty-state.tsx'
import { type Cause, Failure } from '../states/failure.tsx'
import { type Column, ListCards, type RowTone, type RowsProps } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'
import styles from './list-page.module.css'
import { Page } from '../page/page.tsx'
import { RemovalDialog } from '../dialogs/removal-dialog.tsx'
import type { OrderedRowsProps } from './order/ordered-rows.tsx'
import { RowMenu } from './row-menu.tsx'
import { SearchField } from './search-field.tsx'
import { TableSkeletons } from '../states/skeletons.tsx'
import { toast } from '../toasts/toasts.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import { useNearEnd } from './use-near-end.ts'

export type { Column } from './list-cards.tsx'

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

interface Props<Row> {
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
  onEdit?: ((row: Row) => void) | undefined
  canEdit?: (row: Row) => boolean
  /** Deletes after a confirmation; an error is shown in the dialog. */
  onDelete?: ((row: Row) => Promise<unknown>) | undefined
  canDelete?: (row: Row) => boolean
  deleteText?: (row: Row) => ReactNode
  /** Additional `Menu.Item`s of a row. */
  rowMenu?: ((row: Row) => ReactNode) | undefined
  /** Draws the rows so that people can move them, with `OrderedRows`. */
  ordered?: (list: OrderedRowsProps<Row>) => ReactNode
}

/** The pattern of all list pages. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, list, search, filters, actions, notice, onDelete, rowName, deleteText } = props
  const { t } = useTranslation()
  const [doomed, setDoomed] = useState<Row>()

  return (
    <Page
      title={title}
      count={list.count}
      tools={
        <>
          {filters}
          {search && <SearchField {...search} />}
          {actions}
        </>
      }
    >
      {notice}
      <Content {...props} onAskDelete={setDoomed} />
      {doomed && onDelete && (
        <RemovalDialog
          name={rowName(doomed)}
          onRemove={() => onDelete(doomed).then(() => toast.success(t('ui.removal.done')))}
          onClose={() => setDoomed(undefined)}
        >
          {deleteText?.(doomed)}
        </RemovalDialog>
      )}
    </Page>
  )
}

function Content<Row>({ onAskDelete, ...props }: Props<Row> & { onAskDelete: (row: Row) => void }) {
  const {
    list,
    failureText,
    columns,
    rowKey,
    rowName,
    rowTone,
    rowMenu,
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
    if (list.failure === 'refused' && failureText) return <Failure onRetry={list.onRetry}>{failureText}</Failure>
    return <Failure cause={list.failure} onRetry={list.onRetry} />
  }
  if (list.rows.length === 0) return <EmptyList {...props} />

  const Rows = isPhone ? ListCards : ListTable
  const hasMenu = Boolean(onEdit || onDelete || rowMenu)
  const rows: RowsProps<Row> = {
    rows: list.rows,
    columns,
    rowKey,
    rowName,
    rowTone,
    onOpen:
      onEdit &&
      ((row) => {
        if (canEdit(row)) onEdit(row)
      }),
    menu: hasMenu
      ? (row) => (
          <RowMenu
            name={rowName(row)}
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

function EmptyList<Row>({ search, empty }: Props<Row>) {
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
