import type { Bar } from '../../../ui/charts/bars.tsx'
import type { Pen } from '../../../ui/charts/chart-picture.ts'

/** Bars beside each other, with a line where the period before was. `most`: the end of the axis. */
export const paintBars =
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
