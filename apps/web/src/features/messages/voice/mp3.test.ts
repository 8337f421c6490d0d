import { expect, test } from 'vitest'
import { mp3Of } from './mp3.ts'

test('encodes two seconds of a tone as mp3 with 128 kbps', () => {
  const tone = Float32Array.from({ length: 2 * 44_100 }, (_, at) => Math.sin((at / 44_100) * 440 * 2 * Math.PI))

  const mp3 = Buffer.concat(mp3Of(tone, 44_100, 128_000))

  // Frame sync, MPEG 1, layer III, 128 kbps, 44.1 kHz; one channel.
  expect([mp3[0], (mp3[1] ?? 0) & 0xfe, (mp3[2] ?? 0) >> 2]).toEqual([0xff, 0xfa, 0b1001_00])
  expect((mp3[3] ?? 0) >> 6).toBe(0b11)
  expect(mp3.length).toBeGreaterThan(31_000)
  expect(mp3.length).toBeLessThan(34_000)
})
