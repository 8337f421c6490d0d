export interface Count {
  passed: number
  failed: number
}

/** What we read of the tools' own JSON reports. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
}
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
}

export function countVitest(report: VitestReport | undefined, exitCode: number): Count {
  return withoutExcuse({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, exitCode)
}

/** A test that passes at the second try has failed. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return withoutExcuse({ passed: expected, failed: unexpected + flaky }, exitCode)
}

export function addUp(counts: Count[]): Count {
  return counts.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

/** A run that broke (a file that does not load, an error outside of a test, no report) is a failure, and so is one without a test. */
function withoutExcuse(count: Count, exitCode: number): Count {
  if (count.failed > 0) return count
  return exitCode === 0 && count.passed > 0 ? count : { ...count, failed: 1 }
}
