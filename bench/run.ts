import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './machine.ts'
import { measureBrowser } from './measures/browser.ts'
import { measureCalls } from './measures/calls.ts'
import { measureFlow } from './measures/flow.ts'
import { measureImports } from './measures/imports.ts'
import { measureLive } from './measures/live.ts'
import { measureStart } from './measures/start.ts'
import { measureWhatsApp } from './measures/whatsapp.ts'
import { openStage } from './stage.ts'
import { type Row, table } from './table.ts'

/**
 * `npm run bench`: everything beside its floor, in one run. `npm run bench -- quick` takes a tenth of the data and shorter
 * runs; `npm run bench -- calls flow …` measures only those.
 */
const wanted = process.argv.slice(2)
const isQuick = wanted.includes('quick')
const parts = {
  calls: measureCalls,
  flow: measureFlow,
  live: measureLive,
  browser: measureBrowser,
  whatsapp: measureWhatsApp,
  imports: measureImports,
  start: measureStart,
} as const
const names = (Object.keys(parts) as (keyof typeof parts)[]).filter(
  (name) => wanted.filter((word) => word !== 'quick').length === 0 || wanted.includes(name),
)

const rows: Row[] = []
const stage = await openStage({ isQuick })
try {
  for (const name of names) {
    console.log(`Measuring: ${name}`)
    await Promise.all([stage.whole.logIn(), stage.tenth.logIn()])
    const measured = await parts[name](stage)
    console.log(table(measured))
    rows.push(...measured)
  }
} finally {
  await stage.close()
}
const text = `# Measured\n\n${describeMachine()}\n\n${isQuick ? 'A quick run: a tenth of the data, short runs.\n\n' : ''}${table(rows)}\n`
if (names.length === Object.keys(parts).length) writeFileSync(join(import.meta.dirname, 'results.md'), text)
process.exit(0)
