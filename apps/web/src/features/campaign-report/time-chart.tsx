import type { CampaignInterruption, CampaignSeries } from '@guiche/contract'
import { ActionIcon, Table } from '@mantine/core'
import { IconChartAreaLine, IconPhotoDown, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type PointerEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useFormat } from '../../lib/format.ts'
import frame from '../../ui/charts/chart-frame.module.css'
import { drawChart } from '../../ui/charts/chart-picture.ts'
import { paintBands, paintLine } from './paint-line.ts'
import styles from './time-chart.module.css'
import { type Drawing, height, useDrawing, width } from './use-drawing.ts'
import { useInterruptionText } from './use-interruption-text.ts'
import { useInterruptionLine } from './use-interruption-line.ts'

interface Props {
  title: string
  /** The name of the campaign, for the file of the picture. */
  of: string
  /** What is counted: "mensagens". */
  unit: string
  series: CampaignSeries
  /** Said in place of a chart that would have nothing on it. */
  emptyText: string
  /** Times that are marked. */
  interruptions?: readonly CampaignInterruption[]
  tone?: 'first' | 'second'
}

/** A number over time as a line, or as a table. The line can be saved as a picture. */
export function TimeChart({ title, of, unit, series, emptyText, interruptions = [], tone = 'first' }: Props) {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const section = useRef<HTMLElement>(null)
  const id = useId()
  const stepText = useStepText()
  const lineOf = useInterruptionLine()
  const drawing = useDrawing(series, interruptions)
  const isEmpty = series.points.every(({ count }) => count === 0)
  const each = t('campaign-report.each', { unit, step: stepText(series.step) })
  const save = useMutation({
    mutationFn: async (place: HTMLElement) =>
      drawChart(place, {
        title: `${of} · ${title}`,
        each,
        values: drawing.values.map(({ y, text }) => ({ at: y / height, text })),
        times: drawing.times.map(({ x, text }) => ({ at: x / width, text })),
        paintBelow: paintBands(drawing),
        paint: paintLine(drawing),
        notes: interruptions.map(lineOf),
      }),
    onSuccess: (picture) => saveFile(picture, `${of}, ${title}.png`),
  })
  return (
    <section ref={section} className={`${frame.section} ${styles.section}`} aria-labelledby={id} data-tone={tone}>
      <header>
        <h2 id={id}>{title}</h2>
        {!isEmpty && <span>{each}</span>}
        {!isEmpty && (
          <div className={frame.tools}>
            <ActionIcon
              size={28}
              aria-label={`${t('campaign-report.asPicture')}: ${title}`}
              title={t('campaign-report.asPicture')}
              loading={save.isPending}
              onClick={() => section.current && save.mutate(section.current)}
            >
              <IconPhotoDown size={18} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              size={28}
              aria-label={`${t(isTable ? 'campaign-report.asChart' : 'campaign-report.asTable')}: ${title}`}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? <IconChartAreaLine size={18} stroke={1.7} /> : <IconTable size={18} stroke={1.7} />}
            </ActionIcon>
          </div>
        )}
      </header>
      {isEmpty ? (
        <p className={frame.empty}>{emptyText}</p>
      ) : isTable ? (
        <Rows series={series} title={title} labelledBy={id} />
      ) : (
        <Line series={series} title={title} unit={unit} drawing={drawing} />
      )}
    </section>
  )
}

interface LineProps {
  series: CampaignSeries
  title: string
  unit: string
  drawing: Drawing
}

function Line({ series: { points }, title, unit, drawing }: LineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useInterruptionText()
  const [pointed, setPointed] = useState<number>()
  const { path, values, times, bands } = drawing
  const total = points.reduce((sum, { count }) => sum + count, 0)
  const point = pointed === undefined ? undefined : points[pointed]
  const at = pointed === undefined ? undefined : drawing.points[pointed]?.x

  function pointAt({ clientX, currentTarget }: PointerEvent) {
    const box = currentTarget.getBoundingClientRect()
    setPointed(drawing.nearest((clientX - box.left) / box.width))
  }

  return (
    <div className={styles.chart}>
      <div className={styles.axis} aria-hidden>
        {values.toReversed().map(({ y, text }) => (
          <span key={y}>{text}</span>
        ))}
      </div>
      <div className={styles.plot} onPointerMove={pointAt} onPointerLeave={() => setPointed(undefined)}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('campaign-report.chartAloud', { title, total: format.number(total), unit })}
        >
          {bands.map(({ interruption: { kind, connection, since }, from, to }) => (
            <rect
              key={`${kind} ${connection} ${since}`}
              className={styles.band}
              x={from}
              width={to - from}
              height={height}
            />
          ))}
          {values.map(({ y }) => (
            <line key={y} className={styles.grid} x2={width} y1={y} y2={y} />
          ))}
          <path className={styles.area} d={`${path}V${height}H0Z`} />
          <path className={styles.line} d={path} />
          {at !== undefined && <line className={styles.pointer} x1={at} x2={at} y2={height} />}
        </svg>
        {point && at !== undefined && (
          <p className={styles.tip} style={{ '--at': at / width }} data-side={at > width / 2 ? 'left' : 'right'}>
            <b>{format.number(point.count)}</b> {unit}
            <small>{format.dateTime(point.at)}</small>
            {bands
              .filter(({ from, to }) => from <= at && at <= to)
              .map(({ interruption }) => (
                <small key={`${interruption.kind} ${interruption.connection} ${interruption.since}`}>
                  {textOf(interruption)}
                </small>
              ))}
          </p>
        )}
      </div>
      <div className={styles.times} aria-hidden>
        {times.map(({ x, text }) => (
          <span key={x} style={{ '--at': x / width }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const [hour, day] = [3_600_000, 24 * 3_600_000]

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
    <div className={`${frame.rows} ${styles.rows}`}>
      <Table aria-labelledby={labelledBy}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('campaign-report.from')}</Table.Th>
            <Table.Th className={frame.right ?? ''}>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.points
            .filter(({ count }) => count > 0)
            .map(({ at, count }) => (
              <Table.Tr key={at}>
                <Table.Td>{format.dateTime(at)}</Table.Td>
                <Table.Td className={frame.right ?? ''}>{format.number(count)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
