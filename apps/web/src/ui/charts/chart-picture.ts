/** In pixels. It is drawn in twice of them, so that it is sharp in a document. */
const page = { width: 1200, sharpness: 2, lineHeight: 22 }
const plot = { left: 72, top: 80, width: 1096, height: 320 }

/** What draws on the plot. Places are shares of it, from the left and from above. */
export interface Pen {
  context: CanvasRenderingContext2D
  x: (share: number) => number
  y: (share: number) => number
  /** A colour of the place where the chart is shown, such as `g-chart-1`. */
  colour: (name: string) => string
  plot: typeof plot
}

interface Shown {
  title: string
  /** What is counted, and in which steps. */
  each: string
  values: readonly { at: number; text: string }[]
  times: readonly { at: number; text: string }[]
  /** Below the lines of the axis, and above them. */
  paintBelow?: (pen: Pen) => void
  paint: (pen: Pen) => void
  /** Below the chart, a line each. */
  notes?: readonly string[]
}

/** A chart as a PNG, in the colours of the place where it is shown. */
export function drawChart(place: HTMLElement, shown: Shown): Promise<Blob> {
  const { title, each, values, times, paintBelow, paint, notes = [] } = shown
  const canvas = document.createElement('canvas')
  const bottom = plot.top + plot.height
  const pageHeight = bottom + 56 + notes.length * page.lineHeight
  canvas.width = page.width * page.sharpness
  canvas.height = pageHeight * page.sharpness
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser cannot draw')
  const style = getComputedStyle(place)
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  const font = (size: number, weight = 400) => `${weight} ${size}px ${style.fontFamily}`
  const x = (share: number) => plot.left + plot.width * share
  const y = (share: number) => plot.top + plot.height * share
  const pen = { context, x, y, colour, plot }
  const write = (text: string, at: { x: number; y: number }, colourName: string, align: CanvasTextAlign = 'left') => {
    context.fillStyle = colour(colourName)
    context.textAlign = align
    context.fillText(text, at.x, at.y)
  }

  context.scale(page.sharpness, page.sharpness)
  context.fillStyle = colour('g-surface')
  context.fillRect(0, 0, page.width, pageHeight)
  context.font = font(20, 600)
  write(title, { x: 24, y: 36 }, 'g-text')
  context.font = font(14)
  write(each, { x: 24, y: 60 }, 'g-text-2')

  paintBelow?.(pen)
  context.strokeStyle = colour('g-line')
  for (const { text, at } of values) {
    context.beginPath()
    context.moveTo(plot.left, y(at))
    context.lineTo(plot.left + plot.width, y(at))
    context.stroke()
    write(text, { x: plot.left - 8, y: y(at) + 5 }, 'g-text-3', 'right')
  }
  for (const { at, text } of times) write(text, { x: x(at), y: bottom + 24 }, 'g-text-3', 'center')
  paint(pen)
  for (const [nth, note] of notes.entries()) write(note, { x: 24, y: bottom + 56 + nth * page.lineHeight }, 'g-text-2')

  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (picture) => (picture ? resolve(picture) : reject(new Error('the picture is too large'))),
      'image/png',
    )
  })
}
