import type { DashboardAttendant } from '@guiche/contract'
import { Skeleton, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { useHours } from '../../ui/text/hours.ts'
import type { OpenedNumber, Query } from './dashboard-choice.ts'
import { dashboardAttendants } from './dashboard.api.ts'
import styles from './dashboard.module.css'

interface Props {
  query: Query
  onOpen: (number: OpenedNumber) => void
}

/** Who served how much, how fast and how well, and who is online now. */
export function AttendantsTable({ query, onOpen }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { data, isPending, isError, refetch } = useQuery(dashboardAttendants(query))
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('dashboard.attendants.title')}</h2>
      </header>
      {isPending && <Skeleton height={180} aria-label={t('ui.loading')} />}
      {isError && !data && <Failure title={t('dashboard.failed')} cause="refused" onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.scrolled} role="group" aria-labelledby={id} tabIndex={0}>
          <Table aria-labelledby={id} className={styles.table ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dashboard.attendants.name')}</Table.Th>
                {(['score', 'rated', 'total', 'wait', 'service'] as const).map((column) => (
                  <Table.Th key={column} className={styles.right ?? ''}>
                    {t(`dashboard.attendants.${column}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {inOrder(data).map((one) => (
                <Row key={one.id} attendant={one} onOpen={onOpen} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  )
}

/** The most attendances first. */
const inOrder = (attendants: readonly DashboardAttendant[]) =>
  attendants.toSorted((one, other) => other.tickets - one.tickets || one.name.localeCompare(other.name))

const secondsPerMinute = 60

function Row({ attendant, onOpen }: { attendant: DashboardAttendant; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hours = useHours()
  const { id, name, online, isArchived, rating, countRating, tickets, avgWaitTime, avgSupportTime } = attendant
  const time = (minutes: number) => (minutes === 0 ? '–' : hours(minutes * secondsPerMinute))
  const opened = (count: number, number: 'rated' | 'started') => (
    <button
      type="button"
      className={styles.link}
      disabled={count === 0}
      aria-label={t('dashboard.attendants.open', {
        number: t(`dashboard.attendants.${number === 'rated' ? 'rated' : 'total'}`),
        name,
        count,
      })}
      onClick={() => onOpen({ name: number, userId: id })}
    >
      {format.number(count)}
    </button>
  )
  return (
    <Table.Tr>
      <Table.Td>
        <span className={styles.person}>
          <Avatar name={name} size={28} online={online} />
          <span className="cut">{isArchived ? t('dashboard.archived', { name }) : name}</span>
        </span>
      </Table.Td>
      <Table.Td className={styles.right ?? ''}>
        <b>{countRating === 0 ? '–' : format.number(Math.round(rating * 10) / 10)}</b>
      </Table.Td>
      <Table.Td className={styles.right ?? ''}>{opened(countRating, 'rated')}</Table.Td>
      <Table.Td className={styles.right ?? ''}>{opened(tickets, 'started')}</Table.Td>
      <Table.Td className={styles.right ?? ''}>{time(avgWaitTime)}</Table.Td>
      <Table.Td className={styles.right ?? ''}>{time(avgSupportTime)}</Table.Td>
    </Table.Tr>
  )
}
