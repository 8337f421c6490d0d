export interface Count {
  passed: number
  failed: number
  /** File and title of each. */
  skipped: string[]
}

/** The parts of the tools' JSON reports that are read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}
interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

const none: Count = { passed: 0, failed: 0, skipped: [] }

export function countVitest(report: VitestReport | undefined, exitCode: number): Count {
  if (!report) return failedIfBroken(none, exitCode)
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${name}: ${fullName}`),
  )
  return failedIfBroken({ passed: report.numPassedTests, failed: report.numFailedTests, skipped }, exitCode)
}

/** A flaky test (passed at the second try) counts as failed. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  if (!report) return failedIfBroken(none, exitCode)
  const { expected, unexpected, flaky } = report.stats
  return failedIfBroken({ passed: expected, failed: unexpected + flaky, skipped: skippedIn(report.suites) }, exitCode)
}

export function sumCounts(counts: Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: [...sum.skipped, ...skipped],
    }),
    none,
  )
}

/** For a strict run: skipped tests count as failed. */
export const withSkipsFailed = ({ passed, failed, skipped }: Count): Count => ({
  passed,
  failed: failed + skipped.length,
  skipped: [],
})

export const lastLine = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`

function skippedIn(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
      .map(({ file, title }) => `${file}: ${title}`),
    ...skippedIn(inner),
  ])
}

/**
 * A run without a failed test still fails if it broke (a file that does not load, an error outside of a test, no
 * report) or ran no test.
 */
function failedIfBroken(count: Count, exitCode: number): Count {
  if (count.failed > 0) return count
  return exitCode === 0 && count.passed > 0 ? count : { ...count, failed: 1 }
}
