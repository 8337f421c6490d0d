import { expect, test } from 'vitest'
import { faceOf } from './rating-face.ts'

const stepsOf = (rates: number[], best: number) => rates.map((rate) => faceOf({ rate, best }).step)

test('each rating from 1 to 5 has a face of its own', () => {
  expect(stepsOf([1, 2, 3, 4, 5], 5)).toEqual([1, 2, 3, 4, 5])
  expect(faceOf({ rate: 5, best: 5 }).face).toBe('😍')
})

test('on other scales the face is that of the same share', () => {
  expect(stepsOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10)).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
  expect(stepsOf([1, 2, 3], 3)).toEqual([2, 3, 5])
})
