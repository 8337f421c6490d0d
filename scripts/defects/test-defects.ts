import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from '../tests/read-report.ts'
import type { VitestReport } from '../tests/test-count.ts'
import { isEnding, tool } from '../tool.ts'
import { copyTree } from './copy-tree.ts'
import type { Defect } from './defect.ts'
import { defects } from './defects.ts'
import { escapePattern } from './escape-pattern.ts'

/**
 * Puts one deliberate defect after the other into a copy of the working tree and runs the test that has to detect it.
 * Returns 1 when a defect survives or cannot be judged. With `words`, only defects whose name contains one of them are
 * tried.
 */
export async function testDefects(words: string[]): Promise<number> {
  const chosen = defects.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const copy = copyTree()
  console.log(`— ${chosen.length} tests without any defect`)
  const sound = await runTests(copy, chosen)
  let found = 0
  for (const defect of chosen) {
    if (isEnding()) return 1
    const verdict =
      resultOf(sound, defect) === 'passed'
        ? await tryDefect(copy, defect)
        : 'NOT PROVEN: without the defect the test does not pass'
    console.log(`${defect.name}\n  ${verdict}: ${defect.foundBy.file}: ${defect.foundBy.test}`)
    if (verdict === foundBy) found += 1
  }
  console.log(`\n${found} of ${chosen.length} defects are found`)
  return found === chosen.length ? 0 : 1
}

const foundBy = 'found by'

/** The test itself has to fail: a file that does not even run proves nothing. */
async function tryDefect(copy: string, defect: Defect): Promise<string> {
  const path = join(copy, defect.file)
  const original = readFileSync(path, 'utf8')
  if (original.split(defect.text).length !== 2) return 'NOT PROVEN: the text to replace does not occur exactly once'
  writeFileSync(
    path,
    original.replace(defect.text, () => defect.replacement),
  )
  const result = resultOf(await runTests(copy, [defect]), defect)
  writeFileSync(path, original)
  if (result === undefined) return 'NOT PROVEN: with the defect the test does not run'
  return result === 'failed' ? foundBy : 'SURVIVED'
}

async function runTests(copy: string, of: Defect[]): Promise<VitestReport | undefined> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const files = new Set(of.map(({ foundBy: { file } }) => file))
  const titles = of.map(({ foundBy: { test } }) => escapePattern(test)).join('|')
  await tool('vitest', ['run', '--reporter=json', `--outputFile.json=${report}`, '-t', titles, ...files], {
    cwd: copy,
    isQuiet: true,
  })
  return readReport<VitestReport>(report)
}

/**
 * Several tests may share a title (a table of cases). With the defect at least one has to fail; without it all have to
 * pass.
 */
function resultOf(
  report: VitestReport | undefined,
  { foundBy: { file, test } }: Defect,
): 'passed' | 'failed' | undefined {
  const results = (report?.testResults ?? [])
    .filter(({ name }) => name.endsWith(file))
    .flatMap(({ assertionResults }) => assertionResults.filter(({ fullName }) => fullName.includes(test)))
    .map(({ status }) => status)
    .filter((status) => status === 'passed' || status === 'failed')
  if (results.length === 0) return undefined
  return results.includes('failed') ? 'failed' : 'passed'
}
