import { expect, test } from 'vitest'
import { barsOf, waveOf } from './wave.ts'

test('a wave shows where a sound is loud and where it is quiet', () => {
  const samples = Float32Array.from({ length: 64_000 }, (_, at) => (at < 32_000 ? 0.1 : 0.5) * Math.sin(at / 3))

  const wave = waveOf(samples)

  expect(wave).toHaveLength(64)
  expect(wave.every((part) => Number.isInteger(part) && part >= 0 && part <= 100)).toBe(true)
  expect(Math.max(...wave.slice(0, 31))).toBeLessThan(30)
  expect(Math.min(...wave.slice(33))).toBeGreaterThan(80)
})

test('a silent or very short sound has a wave too', () => {
  expect(waveOf(new Float32Array(10))).toEqual(Array.from({ length: 64 }, () => 0))
})

test('bars keep the loudest part of a wave of any length; without one they are flat', () => {
  const wave = Array.from({ length: 64 }, (_, part) => (part === 40 ? 50 : 5))

  expect(Math.max(...barsOf(wave))).toBe(1)
  expect(barsOf(wave).filter((bar) => bar === 1)).toHaveLength(1)
  expect(barsOf([10, 20])).toHaveLength(barsOf(null).length)
  expect(new Set(barsOf(null))).toEqual(new Set([0]))
})
