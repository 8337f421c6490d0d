import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../build.ts'
import { check } from '../check.ts'
import { chaos } from '../chaos.ts'
import { readReport } from './read-report.ts'
import {
  sumCounts,
  type Count,
  countPlaywright,
  countVitest,
  lastLine,
  type PlaywrightReport,
  type VitestReport,
  withSkipsFailed,
} from './test-count.ts'
import { ensureChromium, ensureRedis } from './test-programs.ts'
import { tool } from '../tool.ts'

interface Part {
  title: string
  /** The tool writes its report to this file. */
  run: (report: string) => Promise<Count>
}

/** Tests that start or kill processes, or take long. */
const slowFiles = '**/*.slow.test.ts'
/** Slow journeys. Playwright matches this against the file name and the title. */
const slowJourneys = String.raw`\.slow\.spec\.ts`

const unit: Part = { title: 'unit and integration tests', run: (report) => vitest(report, ['--exclude', slowFiles]) }
const slow: Part = { title: 'unit and integration tests, the slow ones too', run: (report) => vitest(report) }
const browser: Part = {
  title: 'tests in the browser',
  run: (report) => runBrowser(report, ['--grep-invert', slowJourneys]),
}
const slowBrowser: Part = { title: 'tests in the browser, the slow ones too', run: (report) => runBrowser(report) }
const broken: Part = { title: 'chaos', run: runChaos }

/** The tests for every change. */
export const testChange = (): Promise<number> => testParts([unit, browser])

/** All tests. */
export const testAll = (): Promise<number> => testParts([slow, slowBrowser, broken])

/** Runs all parts even if one fails; the last line shows the result. */
async function testParts(parts: Part[]): Promise<number> {
  // Without Redis, tests that need it are skipped and listed at the end.
  ensureRedis()
  const reports = mkdtempSync(join(tmpdir(), 'guiche-reports-'))
  try {
    const counts = [await runChecks()]
    for (const [nth, { title, run }] of parts.entries()) {
      console.log(`\n— ${title}`)
      counts.push(await run(join(reports, `${nth}.json`)))
    }
    return tell(sumCounts(counts))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Builds too, because some tests read the built files. */
async function runChecks(): Promise<Count> {
  const failed = await check()
  if (await build({ evenIfFresh: false })) failed.push('build')
  for (const name of failed) console.log(`failed: ${name}`)
  return { passed: 0, failed: failed.length, skipped: [] }
}

async function vitest(report: string, args: string[] = []): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await tool('vitest', ['run', ...reporters, ...args])
  return countVitest(readReport<VitestReport>(report), exitCode)
}

async function runBrowser(report: string, args: string[] = []): Promise<Count> {
  if (!ensureChromium()) return { passed: 0, failed: 1, skipped: [] }
  const exitCode = await tool('playwright', ['test', '--reporter=list,json', ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countPlaywright(readReport<PlaywrightReport>(report), exitCode)
}

/** A fixed seed, so that this run is reproducible; `npm run chaos` uses random ones. */
async function runChaos(report: string): Promise<Count> {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await chaos({ minutes: 1.5, seed: '1', args })
  return countVitest(readReport<VitestReport>(report), exitCode)
}

function tell(all: Count): number {
  for (const name of all.skipped) console.log(`skipped: ${name}`)
  const isStrict = process.env.CI !== undefined && all.skipped.length > 0
  if (isStrict) console.log('Each skipped test is a failure here, because CI has to run everything.')
  const counted = isStrict ? withSkipsFailed(all) : all
  console.log(`\n${lastLine(counted)}`)
  return counted.failed === 0 ? 0 : 1
}
