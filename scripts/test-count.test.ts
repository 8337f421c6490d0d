import { expect, test } from 'vitest'
import { addUp, countPlaywright, countVitest } from './test-count.ts'

const vitest = (numPassedTests: number, numFailedTests: number) => ({ numPassedTests, numFailedTests })
const playwright = (expected: number, unexpected: number, flaky = 0) => ({ stats: { expected, unexpected, flaky } })

test('what passed and what failed is counted', () => {
  expect(countVitest(vitest(12, 0), 0)).toEqual({ passed: 12, failed: 0 })
  expect(countVitest(vitest(12, 3), 1)).toEqual({ passed: 12, failed: 3 })
  expect(countPlaywright(playwright(5, 1), 1)).toEqual({ passed: 5, failed: 1 })
})

test('a run that broke counts as a failure even if no test failed', () => {
  expect(countVitest(vitest(12, 0), 1)).toEqual({ passed: 12, failed: 1 })
  expect(countVitest(undefined, 1)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a run without a test counts as a failure', () => {
  expect(countVitest(vitest(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(playwright(0, 0), 0)).toEqual({ passed: 0, failed: 1 })
})

test('a journey that passes at the second try has failed', () => {
  expect(countPlaywright(playwright(5, 0, 1), 0)).toEqual({ passed: 5, failed: 1 })
})

test('the last line adds up', () => {
  expect(
    addUp([
      { passed: 0, failed: 1 },
      { passed: 12, failed: 3 },
      { passed: 5, failed: 0 },
    ]),
  ).toEqual({ passed: 17, failed: 4 })
})
