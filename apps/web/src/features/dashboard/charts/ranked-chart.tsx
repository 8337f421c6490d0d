import type { DashboardSeries, NumberDefinition, SeriesBy } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { type Narrow, type Period, type Query, queryIn } from '../dashboard-choice.ts'
import { dashboardSeries } from '../dashboard.api.ts'
import { ChartSection } from './chart-section.tsx'
import { drawBars } from './draw-bars.ts'
import styles from './charts.module.css'

interface Props {
  definition: NumberDefinition
  by: Extract<SeriesBy, 'queue' | 'user'>
  query: Query
  before: Period
  onOpen: (narrow: Narrow) => void
}

type Row = DashboardSeries['rows'][number]

/** So many fit below the bars of a picture. */
const lettersOfPicture = 130

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, Math.floor(most) - 1))}…`

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
  const [title, hint] = [t(`dashboard.charts.by.${by}`), t('dashboard.charts.unit')]
  const bars = rows.map((row) => ({
    key: row.key,
    name: nameOf(row),
    tick: cut(nameOf(row), lettersOfPicture / rows.length),
    value: row.count,
    text: format.number(row.count),
    before: past.get(row.key) ?? 0,
  }))
  const open = (key: string) => onOpen(by === 'queue' ? { queueId: Number(key) } : { userId: Number(key) })
  return (
    <ChartSection
      title={title}
      hint={hint}
      of={t(`dashboard.charts.of.${by}`)}
      rows={bars.map(({ key, name: text, text: value, before: earlierCount }) => ({
        key,
        name: text,
        value,
        before: format.number(earlierCount),
      }))}
      isLoading={series.isPending}
      isFailed={series.isError && !series.data}
      onRetry={() => void series.refetch()}
      emptyText={t('dashboard.charts.empty')}
      isEmpty={rows.length === 0}
      onOpen={open}
      mark={past.size > 0 ? 'tick' : undefined}
      draw={(place) => drawBars(place, { title, each: hint, bars, axisText: format.number })}
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
