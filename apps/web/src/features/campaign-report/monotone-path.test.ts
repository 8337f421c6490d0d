import { expect, test } from 'vitest'
import { monotonePath } from './monotone-path.ts'

const heights = (path: string) => [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y))

test('a line through points stays between them', () => {
  const points = [0, 9, 9, 2, 50, 0, 0].map((y, x) => ({ x, y }))
  const found = heights(monotonePath(points))
  expect(Math.min(...found)).toBe(0)
  expect(Math.max(...found)).toBe(50)
  // Between two equal points it is level.
  expect(monotonePath(points.slice(1, 3))).toBe('M1,9C1.33,9 1.67,9 2,9')
})

test('a single point is a path too, and none is an empty one', () => {
  expect(monotonePath([{ x: 0, y: 3 }])).toBe('M0,3')
  expect(monotonePath([])).toBe('')
})
