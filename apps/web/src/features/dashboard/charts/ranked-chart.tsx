import type { DashboardSeries, NumberDefinition, SeriesBy } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { type Narrow, type Period, type Query, queryIn } from '../dashboard-choice.ts'
import { dashboardSeries } from '../dashboard.api.ts'
import { ChartSection } from './chart-section.tsx'
import styles from './charts.module.css'

interface Props {
  definition: NumberDefinition
  by: Extract<SeriesBy, 'queue' | 'user'>
  query: Query
  before: Period
  onOpen: (narrow: Narrow) => void
}

type Row = DashboardSeries['rows'][number]

/** A number of each queue or attendant, the most first. */
export function RankedChart({ definition: { name }, by, query, before, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const series = useQuery(dashboardSeries(query, name, by))
  const earlier = useQuery(dashboardSeries(queryIn(query, before), name, by))
  const rows = series.data ?? []
  const past = new Map((earlier.data ?? []).map(({ key, count }) => [key, count]))
  const most = Math.max(1, ...rows.map(({ count }) => count))
  const nameOf = ({ name: given, isArchived }: Row) => {
    if (given === null) return t(`dashboard.charts.none.${by}`)
    return isArchived ? t('dashboard.archived', { name: given }) : given
  }
  const open = (key: string) => onOpen(by === 'queue' ? { queueId: Number(key) } : { userId: Number(key) })
  return (
    <ChartSection
      title={t(`dashboard.charts.by.${by}`)}
      hint={t('dashboard.charts.unit')}
      of={t(`dashboard.charts.of.${by}`)}
      rows={rows.map((row) => ({
        key: row.key,
        name: nameOf(row),
        value: format.number(row.count),
        before: format.number(past.get(row.key) ?? 0),
      }))}
      isLoading={series.isPending}
      isFailed={series.isError && !series.data}
      onRetry={() => void series.refetch()}
      emptyText={t('dashboard.charts.empty')}
      isEmpty={rows.length === 0}
      onOpen={open}
      mark={past.size > 0 ? 'tick' : undefined}
    >
      {(labelledBy) => (
        <ul className={styles.ranked} aria-labelledby={labelledBy}>
          {rows.map((row) => (
            <li key={row.key}>
              <button type="button" onClick={() => open(row.key)}>
                <span className="cut">{nameOf(row)}</span>
                <span className={styles.track} aria-hidden>
                  <span style={{ '--share': row.count / most, '--bar': row.color ?? 'var(--g-chart-1)' }} />
                  <i style={{ '--share': Math.min(1, (past.get(row.key) ?? 0) / most) }} />
                </span>
                <b>{format.number(row.count)}</b>
              </button>
            </li>
          ))}
        </ul>
      )}
    </ChartSection>
  )
}
