import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

const count = (value: number) => ({ count: value, value, median: null, p90: null })
const mean = (value: number | null) => ({ count: 1, value, median: value, p90: value })

test('a count is compared by its share, and more is better', () => {
  expect(changeOf('finished', 'attendances', { now: count(12), before: count(10) })).toEqual({
    by: 0.2,
    kind: 'share',
    tone: 'good',
  })
})

test('a time is compared by its difference, and less is better', () => {
  expect(changeOf('serviceTime', 'seconds', { now: mean(120), before: mean(300) })).toEqual({
    by: -180,
    kind: 'difference',
    tone: 'good',
  })
  expect(changeOf('waitTime', 'seconds', { now: mean(300), before: mean(120) })?.tone).toBe('bad')
})

test('nothing is compared with nothing', () => {
  expect(changeOf('finished', 'attendances', { now: count(12), before: count(0) })).toBeUndefined()
  expect(changeOf('waitTime', 'seconds', { now: mean(null), before: mean(120) })).toBeUndefined()
  expect(changeOf('pendingNow', 'tickets', { now: count(1), before: null })).toBeUndefined()
})

test('what did not change is neither good nor bad', () => {
  expect(changeOf('finished', 'attendances', { now: count(7), before: count(7) })?.tone).toBe('same')
})
