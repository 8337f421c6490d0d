import type { NumberDefinition } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat, writtenDay } from '../../../lib/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { type Narrow, type Period, type Query, queryIn } from '../dashboard-choice.ts'
import { dashboardSeries } from '../dashboard.api.ts'
import { ChartSection } from './chart-section.tsx'
import { drawBars } from './draw-bars.ts'
import { type Step, daySteps, hourSteps } from './time-steps.ts'

interface Props {
  definition: NumberDefinition
  query: Query
  period: Period
  before: Period
  onOpen: (narrow: Narrow) => void
}

/** How many began by day, by hour of a single day, or by month of a long period. */
export function TotalChart({ definition: { name, label }, query, period, before, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useIsPhone()
  const by = period.from === period.to ? 'hour' : 'day'
  const series = useQuery(dashboardSeries(query, name, by))
  const earlier = useQuery(dashboardSeries(queryIn(query, before), name, by))
  const steps = (by === 'hour' ? hourSteps : daySteps)(series.data ?? [], earlier.data ?? [])
  const each = Math.ceil(steps.length / (isPhone ? 4 : 8))
  const bars = steps.map((step, nth) => ({
    key: step.key,
    name: nameOf(step),
    tick: nth % each === 0 ? tickOf(step) : '',
    value: step.count,
    text: format.number(step.count),
    before: step.before,
  }))
  const hint = t('dashboard.charts.span', { from: writtenDay(period.from), to: writtenDay(period.to) })
  const open = (key: string) => {
    const step = steps.find((one) => one.key === key)
    if (step) onOpen(step.days ?? { hour: Number(step.key) })
  }

  return (
    <ChartSection
      title={label}
      hint={hint}
      of={t(`dashboard.charts.of.${by}`)}
      rows={bars.map(({ key, name: text, value, before: past }) => ({
        key,
        name: text,
        value: format.number(value),
        before: past === undefined ? undefined : format.number(past),
      }))}
      isLoading={series.isPending}
      isFailed={series.isError && !series.data}
      onRetry={() => void series.refetch()}
      emptyText={t('dashboard.charts.empty')}
      isEmpty={bars.every(({ value, before: past = 0 }) => value === 0 && past === 0)}
      onOpen={open}
      mark={bars.some(({ before: past }) => past !== undefined) ? 'line' : undefined}
      draw={(place) => drawBars(place, { title: label, each: hint, bars, axisText: format.number })}
    >
      {(labelledBy) => (
        <Bars
          isWhole
          bars={bars}
          labelledBy={labelledBy}
          axisText={format.number}
          frame={({ key, value }, { className, children }) => (
            <button type="button" className={className} disabled={value === 0} onClick={() => open(key)}>
              {children}
            </button>
          )}
        />
      )}
    </ChartSection>
  )

  function nameOf({ key, days }: Step): string {
    if (!days) return t('dashboard.charts.hour', { hour: key.padStart(2, '0') })
    return days.from === days.to ? writtenDay(key) : format.month(key)
  }

  function tickOf({ key, days }: Step): string {
    if (!days) return `${key}h`
    return days.from === days.to && key.length > 7 ? writtenDay(key).slice(0, 5) : format.shortMonth(key.slice(0, 7))
  }
}
