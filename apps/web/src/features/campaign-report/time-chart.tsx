import type { CampaignInterruption, CampaignSeries } from '@guiche/contract'
import { ActionIcon, Table } from '@mantine/core'
import { IconChartAreaLine, IconTable } from '@tabler/icons-react'
import { type PointerEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { scaleOf } from '../../lib/scale.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { monotonePath } from './monotone-path.ts'
import styles from './time-chart.module.css'

interface Props {
  title: string
  /** What is counted: "mensagens". */
  unit: string
  series: CampaignSeries
  /** Said in place of a chart that would have nothing on it. */
  emptyText: string
  /** Times that are marked. */
  interruptions?: readonly CampaignInterruption[]
  tone?: 'first' | 'second'
}

/** A number over time as a line, or as a table. */
export function TimeChart({ title, unit, series, emptyText, interruptions = [], tone = 'first' }: Props) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const id = useId()
  const stepText = useStepText()
  const isEmpty = series.points.every(({ count }) => count === 0)
  return (
    <section className={styles.section} aria-labelledby={id} data-tone={tone}>
      <header>
        <h2 id={id}>{title}</h2>
        {!isEmpty && <span>{t('campaign-report.each', { unit, step: stepText(series.step) })}</span>}
        {!isEmpty && (
          <ActionIcon
            size={28}
            aria-label={`${t(isTable ? 'campaign-report.asChart' : 'campaign-report.asTable')}: ${title}`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <IconChartAreaLine size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
          </ActionIcon>
        )}
      </header>
      {isEmpty ? (
        <p className={styles.empty}>{emptyText}</p>
      ) : isTable ? (
        <Rows series={series} title={title} labelledBy={id} />
      ) : (
        <Line series={series} title={title} unit={unit} interruptions={interruptions} />
      )}
    </section>
  )
}

/** In the units of the drawing; it is stretched to the width of the window. */
const [width, height] = [1000, 100]

interface LineProps {
  series: CampaignSeries
  title: string
  unit: string
  interruptions: readonly CampaignInterruption[]
}

function Line({ series: { step, points }, title, unit, interruptions }: LineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isPhone = useIsPhone()
  const [pointed, setPointed] = useState<number>()
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0] = times
  const last = times.at(-1) ?? first
  // A single point has a line too.
  const span = Math.max(last - first, step * 1000)
  const xOf = (time: number) => (width * (time - first)) / span
  const { most, lines } = scaleOf(
    points.map(({ count }) => count),
    { isWhole: true },
  )
  const drawn = points.map(({ count }, nth) => ({
    x: xOf(times[nth] ?? first),
    y: height - (height * count) / most,
  }))
  const [lone] = drawn
  const line = monotonePath(drawn.length === 1 && lone ? [lone, { x: width, y: lone.y }] : drawn)
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const labels = labelled(points.length, isPhone ? 3 : 7)
  const timeText = useTimeText(step, span)
  const point = pointed === undefined ? undefined : points[pointed]

  function pointAt({ clientX, currentTarget }: PointerEvent) {
    const box = currentTarget.getBoundingClientRect()
    const time = first + (span * (clientX - box.left)) / box.width
    setPointed(Math.min(points.length - 1, Math.max(0, Math.round((time - first) / (step * 1000)))))
  }

  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {lines.toReversed().map((value) => (
          <span key={value}>{format.number(value)}</span>
        ))}
      </div>
      <div className={styles.plot} onPointerMove={pointAt} onPointerLeave={() => setPointed(undefined)}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('campaign-report.chartAloud', { title, total: format.number(total), unit })}
        >
          {interruptions.map(({ kind, connection, since, until }) => {
            const [from, to] = [Math.max(0, xOf(Date.parse(since))), until === null ? width : xOf(Date.parse(until))]
            return (
              <rect
                key={`${kind} ${connection} ${since}`}
                className={styles.band}
                x={from}
                width={Math.max(2, Math.min(width, to) - from)}
                height={height}
              />
            )
          })}
          {lines.map((value) => (
            <line
              key={value}
              className={styles.grid}
              x2={width}
              y1={height - (height * value) / most}
              y2={height - (height * value) / most}
            />
          ))}
          <path className={styles.area} d={`${line}V${height}H0Z`} />
          <path className={styles.line} d={line} />
          {pointed !== undefined && (
            <line className={styles.pointer} x1={drawn[pointed]?.x} x2={drawn[pointed]?.x} y2={height} />
          )}
        </svg>
        {point && (
          <p
            className={styles.tip}
            style={{ '--at': (drawn[pointed ?? 0]?.x ?? 0) / width }}
            data-side={(drawn[pointed ?? 0]?.x ?? 0) > width / 2 ? 'left' : 'right'}
          >
            <b>{format.number(point.count)}</b> {unit}
            <small>{format.dateTime(point.at)}</small>
          </p>
        )}
      </div>
      <div className={styles.times} aria-hidden>
        {labels.map((nth) => (
          <span key={nth} style={{ '--at': (drawn[nth]?.x ?? 0) / width }}>
            {timeText(times[nth] ?? first)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** So many of the points, at equal distances, that their times fit. */
function labelled(count: number, most: number): number[] {
  const each = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / each) }, (_, nth) => nth * each)
}

const [hour, day] = [3_600_000, 24 * 3_600_000]

function useTimeText(step: number, span: number): (time: number) => string {
  const format = useFormat()
  if (step * 1000 >= day) return (time) => format.date(time).slice(0, 5)
  if (span > day) return (time) => `${format.date(time).slice(0, 5)} ${format.time(time)}`
  return format.time
}

/** "5 min", "3 h" */
function useStepText(): (step: number) => string {
  const { t } = useTranslation()
  return (step) => {
    const time = step * 1000
    if (time >= day) return t('campaign-report.days', { count: time / day })
    if (time >= hour) return t('campaign-report.hours', { count: time / hour })
    return t('campaign-report.minutes', { count: step / 60 })
  }
}

/** Times without anything are left out. */
function Rows({ series, title, labelledBy }: { series: CampaignSeries; title: string; labelledBy: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.rows}>
      <Table aria-labelledby={labelledBy}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('campaign-report.from')}</Table.Th>
            <Table.Th className={styles.right ?? ''}>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.points
            .filter(({ count }) => count > 0)
            .map(({ at, count }) => (
              <Table.Tr key={at}>
                <Table.Td>{format.dateTime(at)}</Table.Td>
                <Table.Td className={styles.right ?? ''}>{format.number(count)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
