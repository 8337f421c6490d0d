import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, readableColorOn, solidColor, textOn } from './contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => '#' + number.toString(16).padStart(6, '0'))

test('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#0b8f6a', '#ffffff')).toBeCloseTo(4.07, 1)
})

test('text is readable on any colour that a company may choose', () => {
  fc.assert(
    fc.property(color, (background) => {
      expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(4.5)
    }),
    { seed: 1 },
  )
})

test('the blue ticks have enough contrast to any background', () => {
  fc.assert(
    fc.property(color, (background) => {
      expect(contrast(readableColorOn(background), background)).toBeGreaterThanOrEqual(3)
    }),
    { seed: 1 },
  )
})

test('text is white if white is readable, else dark', () => {
  expect(textOn('#0a7d5c')).toBe('#ffffff')
  expect(textOn('#ffd23f')).toBe('#16201b')
})

test.each([
  ['#abc', '#aabbcc'],
  ['#abcd', '#aabbcc'],
  ['#0A7D5C', '#0A7D5C'],
  ['#0a7d5c80', '#0a7d5c'],
  ['#12345', '#0a7d5c'],
  ['red', '#0a7d5c'],
  ['', '#0a7d5c'],
])('interprets %j as %s', (given, solid) => {
  expect(solidColor(given)).toBe(solid)
})
