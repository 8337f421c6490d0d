import { expect, test } from 'vitest'
import { daySteps, hourSteps } from './time-steps.ts'

const row = (key: string, count: number) => ({
  key,
  count,
  value: count,
  median: null,
  p90: null,
  name: null,
  color: null,
  isArchived: false,
})
const days = (from: string, length: number, count: number) =>
  Array.from({ length }, (_, nth) =>
    row(new Date(Date.parse(from) + nth * 86_400_000).toISOString().slice(0, 10), count),
  )

test('each day is beside the same one of the period before', () => {
  expect(daySteps(days('2026-03-01', 2, 3), days('2026-02-27', 2, 1))).toEqual([
    { key: '2026-03-01', days: { from: '2026-03-01', to: '2026-03-01' }, count: 3, before: 1 },
    { key: '2026-03-02', days: { from: '2026-03-02', to: '2026-03-02' }, count: 3, before: 1 },
  ])
})

test('a long period is counted by month, and no day is lost', () => {
  const steps = daySteps(days('2026-01-15', 120, 2), [])
  expect(steps.map(({ key }) => key)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'])
  expect(steps[0]).toEqual({
    key: '2026-01',
    days: { from: '2026-01-15', to: '2026-01-31' },
    count: 34,
    before: undefined,
  })
  expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(240)
})

test('hours have no days', () => {
  expect(hourSteps([row('13', 4)], [row('13', 2)])).toEqual([{ key: '13', days: undefined, count: 4, before: 2 }])
})
