import { describe, expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

describe('the axis of a chart', () => {
  test.each([
    [[99.9], [0, 25, 50, 75, 100]],
    [
      [1234, 4001, 0],
      [0, 2000, 4000, 6000, 8000],
    ],
    [[8000], [0, 2000, 4000, 6000, 8000]],
    [[0.04], [0, 0.01, 0.02, 0.03, 0.04]],
    [[9_999_999.99], [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
  ])('of %j has lines at round values that hold it', (values, lines) => {
    expect(scaleOf(values)).toEqual({ most: lines.at(-1), lines })
  })

  test.each([
    [[1], [0, 1, 2, 3, 4]],
    [[9], [0, 5, 10, 15, 20]],
    [[47], [0, 20, 40, 60, 80]],
    [[99], [0, 25, 50, 75, 100]],
  ])('of %j whole things has no halves', (values, lines) => {
    expect(scaleOf(values, { isWhole: true })).toEqual({ most: lines.at(-1), lines })
  })

  test.each([[[]], [[0, 0]], [[-50]]])('of %j is there too', (values) => {
    expect(scaleOf(values)).toEqual({ most: 4, lines: [0, 1, 2, 3, 4] })
  })
})
