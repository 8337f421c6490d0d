import { expect, test } from 'vitest'
import { lastMonths } from './company-choice.ts'

test('the last twelve months begin with that of the day and reach into the year before', () => {
  const months = lastMonths('2026-02-28')
  expect(months).toHaveLength(12)
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
  expect(months.at(-1)).toBe('2025-03')
})
