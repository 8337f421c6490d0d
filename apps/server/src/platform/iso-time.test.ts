import { expect, test } from 'vitest'
import { isoTime } from './iso-time.ts'

test('a moment is formatted like toISOString does, in any year', () => {
  const moments = Array.from({ length: 20_000 }, (_, turn) => new Date((turn - 3000) * 33_333_333_337))
  const edges = [0, -1, 951_782_399_999, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000, -62_167_219_200_001]

  for (const moment of [...moments, ...edges.map((edge) => new Date(edge))])
    expect(isoTime(moment)).toBe(moment.toISOString())
})

test('null stays null, and an invalid date throws', () => {
  expect(isoTime(null)).toBeNull()
  expect(() => isoTime(new Date(Number.NaN))).toThrow(RangeError)
})
