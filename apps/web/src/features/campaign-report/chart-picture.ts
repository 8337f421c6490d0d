import { type Drawing, height, width } from './use-drawing.ts'

interface Shown {
  title: string
  /** What is counted, and in which steps. */
  each: string
  drawing: Drawing
  /** Below the chart, a line each. */
  notes: readonly string[]
}

/** In pixels. It is drawn in twice of them, so that it is sharp in a document. */
const page = { width: 1200, sharpness: 2, lineHeight: 22 }
const plot = { left: 72, top: 80, width: 1096, height: 320 }

/** The chart as a PNG, in the colours of the place where it is shown. */
export function drawChart(place: HTMLElement, { title, each, drawing, notes }: Shown): Promise<Blob> {
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
  const x = (at: number) => plot.left + (plot.width * at) / width
  const y = (at: number) => plot.top + (plot.height * at) / height
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

  context.fillStyle = colour('g-warn-tint')
  for (const { from, to } of drawing.bands) context.fillRect(x(from), plot.top, x(to) - x(from), plot.height)
  context.strokeStyle = colour('g-line')
  for (const { text, y: at } of drawing.values) {
    context.beginPath()
    context.moveTo(plot.left, y(at))
    context.lineTo(plot.left + plot.width, y(at))
    context.stroke()
    write(text, { x: plot.left - 8, y: y(at) + 5 }, 'g-text-3', 'right')
  }
  for (const { x: at, text } of drawing.times) write(text, { x: x(at), y: bottom + 24 }, 'g-text-3', 'center')

  const stretched = (path: string) => {
    const line = new Path2D()
    const [right, down] = [plot.width / width, plot.height / height]
    line.addPath(new Path2D(path), new DOMMatrix([right, 0, 0, down, plot.left, plot.top]))
    return line
  }
  context.fillStyle = context.strokeStyle = colour('line')
  context.globalAlpha = 0.12
  context.fill(stretched(`${drawing.path}V${height}H0Z`))
  context.globalAlpha = 1
  context.lineWidth = 2
  context.stroke(stretched(drawing.path))
  for (const [nth, note] of notes.entries()) write(note, { x: 24, y: bottom + 56 + nth * page.lineHeight }, 'g-text-2')

  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (picture) => (picture ? resolve(picture) : reject(new Error('the picture is too large'))),
      'image/png',
    )
  })
}
