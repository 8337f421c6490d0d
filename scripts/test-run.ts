import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { check } from './check.ts'
import { chaos } from './chaos.ts'
import { readReport } from './read-report.ts'
import {
  addUp,
  type Count,
  countPlaywright,
  countVitest,
  lastLine,
  type PlaywrightReport,
  type VitestReport,
  withSkipsFailed,
} from './test-count.ts'
import { ensureChromium, ensureRedis } from './test-programs.ts'
import { tool } from './tool.ts'

interface Part {
  title: string
  /** Its tool writes what it found to this file. */
  run: (report: string) => Promise<Count>
}

/** Files of tests that start processes, kill them or take their time. */
const slowFiles = '**/*.slow.test.ts'

const unit: Part = { title: 'unit and integration tests', run: (report) => vitest(report, ['--exclude', slowFiles]) }
const slow: Part = { title: 'unit and integration tests, the slow ones too', run: (report) => vitest(report) }
const browser: Part = { title: 'tests in the browser', run: runBrowser }
const broken: Part = { title: 'everything breaks while people talk', run: runChaos }

/** What every change has to pass. */
export const testChange = (): Promise<number> => testParts([unit, browser])

/** Everything that there is. */
export async function testAll(): Promise<number> {
  // Without it what needs it is skipped, and named as such at the end.
  ensureRedis()
  return testParts([slow, browser, broken])
}

/** To the end, whatever fails on the way; the last line says how it went. */
async function testParts(parts: Part[]): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'guiche-reports-'))
  try {
    const counts = [await runChecks()]
    for (const [nth, { title, run }] of parts.entries()) {
      console.log(`\n— ${title}`)
      counts.push(await run(join(reports, `${nth}.json`)))
    }
    return tell(addUp(counts))
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Some tests are of what the browser gets: it is built before them. */
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

async function runBrowser(report: string): Promise<Count> {
  if (!ensureChromium()) return { passed: 0, failed: 1, skipped: [] }
  const exitCode = await tool('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countPlaywright(readReport<PlaywrightReport>(report), exitCode)
}

/** Always the same talk and the same faults: chance has its place in runs of its own. */
async function runChaos(report: string): Promise<Count> {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await chaos({ minutes: 1.5, seed: '1', args })
  return countVitest(readReport<VitestReport>(report), exitCode)
}

function tell(all: Count): number {
  for (const name of all.skipped) console.log(`skipped: ${name}`)
  const isStrict = process.env.CI !== undefined && all.skipped.length > 0
  if (isStrict) console.log('Each of them is a failure here: CI is to run everything.')
  const counted = isStrict ? withSkipsFailed(all) : all
  console.log(`\n${lastLine(counted)}`)
  return counted.failed === 0 ? 0 : 1
}
