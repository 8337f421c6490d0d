import { expect, test } from 'vitest'
import { sumCounts, countPlaywright, countVitest, lastLine, withSkipsFailed } from './test-count.ts'

const vitest = (passed: number, failed: number, skipped = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: [
    {
      name: '/house/door.test.ts',
      assertionResults: [
        ...Array.from({ length: passed }, (_, nth) => ({ fullName: `opens ${nth}`, status: 'passed' })),
        ...Array.from({ length: skipped }, (_, nth) => ({ fullName: `the door ${nth}`, status: 'skipped' })),
      ],
    },
  ],
})
const playwright = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky },
  suites: [],
})

test('counts passed and failed tests', () => {
  expect(countVitest(vitest(12, 0), 0)).toEqual({ passed: 12, failed: 0, skipped: [] })
  expect(countVitest(vitest(12, 3), 1)).toEqual({ passed: 12, failed: 3, skipped: [] })
  expect(countPlaywright(playwright(5, 1), 1)).toEqual({ passed: 5, failed: 1, skipped: [] })
})

test('a run that broke counts as a failure even if no test failed', () => {
  expect(countVitest(vitest(12, 0), 1)).toMatchObject({ passed: 12, failed: 1 })
  expect(countVitest(undefined, 1)).toMatchObject({ passed: 0, failed: 1 })
  expect(countPlaywright(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a run without tests counts as a failure', () => {
  expect(countVitest(vitest(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countVitest(vitest(0, 0, 4), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(countPlaywright(playwright(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a journey that passes at the second try counts as failed', () => {
  expect(countPlaywright(playwright(5, 0, 1), 0)).toMatchObject({ passed: 5, failed: 1 })
})

test('skipped and todo tests are listed with their file', () => {
  const report = vitest(12, 0, 1)
  report.testResults[0]?.assertionResults.push({ fullName: 'the window opens', status: 'todo' })

  expect(countVitest(report, 0).skipped).toEqual([
    '/house/door.test.ts: the door 0',
    '/house/door.test.ts: the window opens',
  ])
})

test('a skipped journey is listed at any nesting depth', () => {
  const spec = (title: string, status: string) => ({ title, file: 'door.spec.ts', tests: [{ status }] })
  const report = {
    ...playwright(1, 0),
    suites: [
      {
        specs: [spec('the door', 'expected')],
        suites: [{ specs: [spec('the window', 'skipped')], suites: [] }],
      },
    ],
  }

  expect(countPlaywright(report, 0)).toEqual({ passed: 1, failed: 0, skipped: ['door.spec.ts: the window'] })
})

test('the last line shows the sums, and skipped tests only if there are any', () => {
  const all = sumCounts([
    { passed: 0, failed: 1, skipped: [] },
    { passed: 12, failed: 3, skipped: ['a', 'b'] },
    { passed: 5, failed: 0, skipped: ['c'] },
  ])

  expect(lastLine(all)).toBe('17 passed, 4 failed, 3 skipped')
  expect(lastLine({ ...all, skipped: [] })).toBe('17 passed, 4 failed')
})

test('where skips are not allowed, each skip is a failure', () => {
  const strict = withSkipsFailed({ passed: 5, failed: 1, skipped: ['a', 'b'] })

  expect(lastLine(strict)).toBe('5 passed, 3 failed')
})
