import type { NumberDefinition, NumberRow } from '@guiche/contract'
import { Button, Skeleton, Table } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import type { OpenedNumber, Query } from './dashboard-choice.ts'
import { hiddenRows, numberList } from './dashboard.api.ts'
import styles from './dashboard.module.css'
import { useNumberText } from './use-number-text.ts'

interface Props {
  definition: NumberDefinition
  query: Query
  opened: OpenedNumber
  onClose: () => void
}

/** What a number is made of: what this person may see of it, and how many more there are. */
export function NumberListDialog({ definition, query, opened, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useInfiniteQuery(numberList(query, opened))
  // It takes longer than the first page, and nobody who waits for that needs it.
  const { data: hidden = 0 } = useQuery(hiddenRows(query, opened))
  const first = list.data?.pages[0]
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Dialog title={definition.label} size={860} onClose={onClose}>
      <p className={styles.sentence}>{definition.sentence}</p>
      {first && (
        <p role="status">
          <b>{t('dashboard.list.count', { count: first.count, number: format.number(first.count) })}</b>
          {hidden > 0 && ` · ${t('dashboard.list.hidden', { count: hidden, number: format.number(hidden) })}`}
        </p>
      )}
      {list.isPending && <Skeleton height={200} aria-label={t('ui.loading')} />}
      {list.isError && rows.length === 0 && (
        <Failure title={t('dashboard.failed')} cause={causeOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {rows.length > 0 && <Rows rows={rows} definition={definition} />}
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t('dashboard.list.more')}
        </Button>
      )}
    </Dialog>
  )
}

function Rows({ rows, definition: { label, unit } }: { rows: readonly NumberRow[]; definition: NumberDefinition }) {
  const { t } = useTranslation()
  const format = useFormat()
  const text = useNumberText()
  const hasValue = rows.some(({ value }) => value !== null)
  return (
    <div className={styles.scrolled} role="group" aria-label={label} tabIndex={0}>
      <Table aria-label={label} className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {/* What makes the number comes first: a phone shows no more without scrolling. */}
            {(['ticket', 'contact', 'at'] as const).map((column) => (
              <Table.Th key={column}>{t(`dashboard.list.${column}`)}</Table.Th>
            ))}
            {hasValue && <Table.Th className={styles.right ?? ''}>{t(`dashboard.list.value.${unit}`)}</Table.Th>}
            {(['user', 'queue', 'connection'] as const).map((column) => (
              <Table.Th key={column}>{t(`dashboard.list.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, ticketId, uuid, contact, user, queue, connection, at, value }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} className={styles.link ?? ''}>
                  <span className="aloud">{t('dashboard.list.open')} </span>
                  {ticketId}
                </Link>
              </Table.Td>
              <Table.Td>
                <bdi>{contact.name}</bdi>
              </Table.Td>
              <Table.Td className={styles.time}>{format.tableTime(at)}</Table.Td>
              {hasValue && <Table.Td className={styles.right ?? ''}>{text(value, unit)}</Table.Td>}
              <Table.Td>{user?.name ?? '–'}</Table.Td>
              <Table.Td>{queue?.name ?? '–'}</Table.Td>
              <Table.Td>{connection.name}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
