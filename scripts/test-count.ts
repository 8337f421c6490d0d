export interface Count {
  passed: number
  failed: number
  /** The file and the name of each. */
  skipped: string[]
}

/** What we read of the tools' own JSON reports. */
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
  if (!report) return withoutExcuse(none, exitCode)
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${name}: ${fullName}`),
  )
  return withoutExcuse({ passed: report.numPassedTests, failed: report.numFailedTests, skipped }, exitCode)
}

/** A test that passes at the second try has failed. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  if (!report) return withoutExcuse(none, exitCode)
  const { expected, unexpected, flaky } = report.stats
  return withoutExcuse({ passed: expected, failed: unexpected + flaky, skipped: skippedIn(report.suites) }, exitCode)
}

export function addUp(counts: Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: [...sum.skipped, ...skipped],
    }),
    none,
  )
}

/** For a run that has to prove everything: a test that did not run has proved nothing. */
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

/** A run that broke (a file that does not load, an error outside of a test, no report) is a failure, and so is one without a test. */
function withoutExcuse(count: Count, exitCode: number): Count {
  if (count.failed > 0) return count
  return exitCode === 0 && count.passed > 0 ? count : { ...count, failed: 1 }
}
