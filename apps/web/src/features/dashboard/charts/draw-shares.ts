import { type Pen, drawChart } from '../../../ui/charts/chart-picture.ts'

interface Part {
  label: string
  /** Of the theme, such as `g-chart-1`. */
  colour: string
  count: number
  /** The share and the count, as they are shown. */
  text: string
}

interface Drawn {
  title: string
  /** How many answers there are. */
  each: string
  parts: readonly Part[]
  /** In the middle of the ring. */
  centre: string
}

/** A ring of parts as a PNG, with what each of them is beside it. */
export const drawShares = (place: HTMLElement, { title, each, parts, centre }: Drawn): Promise<Blob> =>
  drawChart(place, { title, each, values: [], times: [], paint: paintShares(parts, centre) })

/** In px of the picture. */
const ring = { radius: 120, width: 44 }
const legend = { left: 400, lineHeight: 40, mark: 14 }

const paintShares =
  (parts: readonly Part[], centre: string) =>
  ({ context, colour, plot }: Pen): void => {
    const middle = { x: plot.left + ring.radius + ring.width, y: plot.top + plot.height / 2 }
    const total = parts.reduce((sum, { count }) => sum + count, 0)
    const top = middle.y - ((parts.length - 1) * legend.lineHeight) / 2
    let from = -Math.PI / 2
    context.lineWidth = ring.width
    for (const [nth, { label, colour: name, count, text }] of parts.entries()) {
      const to = from + (2 * Math.PI * count) / Math.max(1, total)
      context.strokeStyle = colour(name)
      context.beginPath()
      context.arc(middle.x, middle.y, ring.radius, from, to)
      context.stroke()
      from = to

      const line = top + nth * legend.lineHeight
      context.fillStyle = colour(name)
      context.fillRect(legend.left, line - legend.mark / 2, legend.mark, legend.mark)
      context.fillStyle = colour('g-text')
      context.textAlign = 'left'
      context.fillText(`${label}: ${text}`, legend.left + 2 * legend.mark, line + 5)
    }
    context.textAlign = 'center'
    context.fillStyle = colour('g-text')
    context.fillText(centre, middle.x, middle.y + 5)
  }
