import type { CampaignInterruption, CampaignSeries } from '@guiche/contract'
import { useFormat } from '../../lib/format.ts'
import { scaleOf } from '../../lib/scale.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { type Point, monotonePath } from './monotone-path.ts'

/** In the units of the drawing, which is stretched to its place. */
export const [width, height] = [1000, 100]

export interface Drawing {
  points: Point[]
  /** The line through them, as an SVG path. */
  path: string
  /** Of the axis, from below. */
  values: { y: number; text: string }[]
  times: { x: number; text: string }[]
  /** Times that are marked. */
  bands: { interruption: CampaignInterruption; from: number; to: number }[]
  /** The point that is nearest to a place, which is given as a share of the width. */
  nearest: (share: number) => number
}

/** A number over time, as a line with its axes. */
export function useDrawing({ step, points }: CampaignSeries, interruptions: readonly CampaignInterruption[]): Drawing {
  const isPhone = useIsPhone()
  const format = useFormat()
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0] = times
  const last = times.at(-1) ?? first
  // A single point has a line too.
  const span = Math.max(last - first, step * 1000)
  const timeText = useTimeText(step, span)
  const xOf = (time: number) => (width * (time - first)) / span
  const { most, lines } = scaleOf(
    points.map(({ count }) => count),
    { isWhole: true },
  )
  const yOf = (count: number) => height - (height * count) / most
  const drawn = points.map(({ count }, nth) => ({ x: xOf(times[nth] ?? first), y: yOf(count) }))
  const [lone] = drawn
  return {
    points: drawn,
    path: monotonePath(drawn.length === 1 && lone ? [lone, { x: width, y: lone.y }] : drawn),
    values: lines.map((value) => ({ y: yOf(value), text: format.number(value) })),
    times: labelled(points.length, isPhone ? 3 : 7).map((nth) => ({
      x: drawn[nth]?.x ?? 0,
      text: timeText(times[nth] ?? first),
    })),
    bands: interruptions.flatMap((interruption) => {
      const { since, until } = interruption
      const from = Math.max(0, xOf(Date.parse(since)))
      const to = Math.min(width, until === null ? width : xOf(Date.parse(until)))
      // One that is after the last message is not on the chart.
      return from < width && to > 0 ? [{ interruption, from, to: Math.max(to, from + 2) }] : []
    }),
    nearest: (share) => Math.min(points.length - 1, Math.max(0, Math.round((span * share) / (step * 1000)))),
  }
}

/** So many of the points, at equal distances, that their times fit. */
function labelled(count: number, most: number): number[] {
  const each = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / each) }, (_, nth) => nth * each)
}

const day = 24 * 3_600_000

function useTimeText(step: number, span: number): (time: number) => string {
  const format = useFormat()
  if (step * 1000 >= day) return (time) => format.date(time).slice(0, 5)
  if (span > day) return (time) => `${format.date(time).slice(0, 5)} ${format.time(time)}`
  return format.time
}
