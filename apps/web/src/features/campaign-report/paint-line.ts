import type { Pen } from '../../ui/charts/chart-picture.ts'
import { type Drawing, height, width } from './use-drawing.ts'

/** Times that are marked. */
export const paintBands =
  ({ bands }: Drawing) =>
  ({ context, colour, x, plot }: Pen): void => {
    context.fillStyle = colour('g-warn-tint')
    for (const { from, to } of bands)
      context.fillRect(x(from / width), plot.top, x(to / width) - x(from / width), plot.height)
  }

export const paintLine =
  ({ path }: Drawing) =>
  ({ context, colour, plot }: Pen): void => {
    const stretched = (drawn: string) => {
      const line = new Path2D()
      const [right, down] = [plot.width / width, plot.height / height]
      line.addPath(new Path2D(drawn), new DOMMatrix([right, 0, 0, down, plot.left, plot.top]))
      return line
    }
    context.fillStyle = context.strokeStyle = colour('line')
    context.globalAlpha = 0.12
    context.fill(stretched(`${path}V${height}H0Z`))
    context.globalAlpha = 1
    context.lineWidth = 2
    context.stroke(stretched(path))
  }
