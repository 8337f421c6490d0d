import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { check } from './check.ts'
import { chaos } from './chaos.ts'
import { ensureChromium } from './chromium.ts'
import {
  addUp,
  type Count,
  countPlaywright,
  countVitest,
  type PlaywrightReport,
  type VitestReport,
} from './test-count.ts'
import { tool } from './tool.ts'

/** Everything, to the end, whatever fails on the way; the last line says how it went. */
export async function testEverything(): Promise<number> {
  const reports = mkdtempSync(join(tmpdir(), 'guiche-reports-'))
  try {
    const failedChecks = await check()
    console.log('\n— unit and integration tests')
    const unit = await runUnit(join(reports, 'unit.json'))
    console.log('\n— tests in the browser')
    const browser = await runBrowser(join(reports, 'browser.json'))
    console.log('\n— everything breaks while people talk')
    const broken = await runChaos(join(reports, 'chaos.json'))

    for (const name of failedChecks) console.log(`failed: ${name}`)
    const { passed, failed } = addUp([{ passed: 0, failed: failedChecks.length }, unit, browser, broken])
    console.log(`\n${passed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function runUnit(report: string): Promise<Count> {
  const exitCode = await tool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  return countVitest(read<VitestReport>(report), exitCode)
}

async function runBrowser(report: string): Promise<Count> {
  const isReady = (await build({ evenIfFresh: false })) === 0 && ensureChromium()
  if (!isReady) return { passed: 0, failed: 1 }
  const exitCode = await tool('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countPlaywright(read<PlaywrightReport>(report), exitCode)
}

/** Always the same talk and the same faults: chance has its place in runs of its own. */
async function runChaos(report: string): Promise<Count> {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const exitCode = await chaos({ minutes: 1.5, seed: '1', args })
  return countVitest(read<VitestReport>(report), exitCode)
}

function read<T>(report: string): T | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
