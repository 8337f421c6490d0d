export interface Point {
  x: number
  y: number
}

/**
 * A smooth line through points, from left to right, as an SVG path. It is never higher or lower than its points, so it
 * does not show numbers that were not there (Fritsch and Carlson).
 */
export function monotonePath(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const slopes = slopesOf(points)
  let path = `M${at(first)}`
  for (const [nth, point] of points.entries()) {
    const before = points[nth - 1]
    if (!before) continue
    const third = (point.x - before.x) / 3
    const leave = { x: before.x + third, y: before.y + third * (slopes[nth - 1] ?? 0) }
    const arrive = { x: point.x - third, y: point.y - third * (slopes[nth] ?? 0) }
    path += `C${at(leave)} ${at(arrive)} ${at(point)}`
  }
  return path
}

/** At a peak, a valley and the ends the line is level. */
function slopesOf(points: readonly Point[]): number[] {
  return points.map((point, nth) => {
    const [before, after] = [points[nth - 1], points[nth + 1]]
    if (!before || !after) return 0
    const [left, right] = [slope(before, point), slope(point, after)]
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right)
  })
}

const slope = (from: Point, to: Point) => (to.y - from.y) / (to.x - from.x)
const at = ({ x, y }: Point) => `${round(x)},${round(y)}`
const round = (value: number) => Math.round(value * 100) / 100
