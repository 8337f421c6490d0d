import { type Bar, axisOf } from '../../../ui/charts/bars.tsx'
import { type Pen, drawChart } from '../../../ui/charts/chart-picture.ts'

interface Drawn {
  title: string
  /** What is counted, and when. */
  each: string
  bars: readonly Bar[]
  /** A value of the axis. */
  axisText: (value: number) => string
}

/** Bars on an axis as a PNG, as they are on the screen. */
export function drawBars(place: HTMLElement, { title, each, bars, axisText }: Drawn): Promise<Blob> {
  const { most, lines } = axisOf(bars, true)
  return drawChart(place, {
    title,
    each,
    values: lines.map((value) => ({ at: 1 - value / most, text: axisText(value) })),
    times: bars.flatMap(({ tick }, nth) => (tick ? [{ at: (nth + 0.5) / bars.length, text: tick }] : [])),
    paint: paintBars(bars, most),
  })
}

/** Bars beside each other, with a line where the period before was. `most`: the end of the axis. */
const paintBars =
  (bars: readonly Bar[], most: number) =>
  ({ context, colour, x, y, plot }: Pen): void => {
    const place = plot.width / Math.max(1, bars.length)
    for (const [nth, { value, before }] of bars.entries()) {
      const left = x(nth / bars.length)
      context.fillStyle = colour('g-chart-1')
      context.fillRect(left + place * 0.2, y(1 - value / most), place * 0.6, (plot.height * value) / most)
      if (before === undefined) continue
      context.fillStyle = colour('g-text-3')
      context.fillRect(left + place * 0.05, y(1 - before / most) - 1, place * 0.9, 2)
    }
  }
